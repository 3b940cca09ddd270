// SPDX-License-Identifier: GPL-3.0-or-later

extension ComparisonPage {
    /// Rules of style beside those of every page.
    static let style = """
        main, header { max-width: 76rem; }
        .scroll { max-height: none; }
        th { padding: 4px 10px; text-align: right; }
        tbody th { position: static; background: none; border-bottom: 1px solid var(--line); font-weight: 500; }
        tbody th, td { vertical-align: baseline; }
        th:first-child, th:last-child.text, .text { text-align: left; }
        td strong code { font-weight: 700; }
        td small { display: block; color: var(--soft); font-weight: 400; }
        tr.lower .text, tr.higher .text, td.lower, td.higher { font-weight: 700; }
        .finding { font-size: 1.2rem; max-width: 52rem; border-left: 6px solid var(--soft); padding-left: .8rem; }
        .finding.better { border-left: 6px solid #2166ac; }
        .finding.worse { border-left: 6px double #b35806; }
        .ranking { font-size: 1.05rem; max-width: 52rem; }
        .maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }
        .courses { grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
        .maps figure { margin: 0; min-width: 0; max-width: 38rem; break-inside: avoid; }
        .maps svg { width: 100%; height: auto; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        .shapes { position: absolute; }
        .differences use { stroke: #7a858f; stroke-width: .6; }
        .differences .borders { fill: none; stroke: #111; stroke-width: 1.8; }
        .b1 { fill: #d3e5f3; } .b2 { fill: #8fbfe0; } .b3 { fill: #4393c3; }
        .w1 { fill: url(#worse1); } .w2 { fill: url(#worse2); } .w3 { fill: url(#worse3); }
        .s0 { fill: #f4f5f6; }
        .pale { opacity: .28; }
        .differences text, .legend text { font: 600 17px system-ui, sans-serif; text-anchor: middle; fill: #000;
          stroke: #fff; stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; pointer-events: none; }
        .paper { display: none; }
        #names text { font: 13px system-ui, sans-serif; text-anchor: middle; fill: #000; stroke: #fff; stroke-width: 3px;
          paint-order: stroke; stroke-linejoin: round; }
        .legend { font-size: 13.5px; margin-bottom: 1rem; }
        .legend div { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; }
        .legend p { margin: 0; min-width: 9.5em; }
        .legend ul, .key { display: flex; flex-wrap: wrap; gap: 2px 18px; list-style: none; margin: 0; padding: 0; }
        .legend li, .key li { display: flex; gap: 6px; align-items: center; }
        .legend svg { width: 34px; height: 20px; border: 1px solid #777; flex: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        .key svg { width: 40px; height: 12px; flex: none; }
        .line { fill: none; stroke-width: 2.2; stroke: var(--ink); }
        .v1 { stroke: #0a6fb8; stroke-dasharray: 8 3; }
        .v2 { stroke: #d55e00; stroke-dasharray: 2.5 2.5; }
        .v3 { stroke: #009e73; stroke-dasharray: 10 3 2.5 3; }
        .v4 { stroke: #cc79a7; stroke-dasharray: 5 5; }
        .v5 { stroke: #a17500; stroke-dasharray: 1.5 4; }
        .hours .grid { stroke: var(--line); stroke-width: 1; }
        .hours .tick { font-size: 12px; fill: var(--soft); }
        .hours .sign { font-size: 17px; font-weight: 700; text-anchor: middle; fill: var(--ink); }
        .scale { max-width: none; line-height: 2; }
        .scale span { display: inline-block; white-space: nowrap; padding: .2rem .7rem; border: 1px solid #999; color: #000; text-shadow: 0 0 3px #fff, 0 0 3px #fff, 0 0 3px #fff; }
        summary { margin: .6rem 0; }
        @media print {
          .paper { display: revert; }
          p.paper { font-size: 9px; max-width: none; }
          .maps svg { overflow: visible; }
          .maps:has(figure + figure) { grid-template-columns: 1fr 1fr; }
          table { font-size: 9px; }
          td, tbody th, thead th { padding: 2px 3px; white-space: normal; }
          td.text { min-width: 0; }
          td code, th code { font-size: inherit; }
        }

        """
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The report's style sheet: light, restrained, fit for print.
enum ReportStyle {
    static let css = """
        :root { --ink: #1d2329; --soft: #59636e; --line: #d9dee3; --paper: #ffffff; --wash: #f5f7f9; --accent: #0b5c8f; }
        * { box-sizing: border-box; }
        html { scroll-behavior: smooth; }
        body { margin: 0; color: var(--ink); background: var(--paper); -webkit-text-size-adjust: 100%;
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
          font-variant-numeric: tabular-nums; }
        header, main { max-width: 1080px; margin: 0 auto; padding: 0 24px; }
        header { padding-top: 28px; }
        h1 { font-size: 28px; line-height: 1.2; margin: 0 0 12px; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
        h2 { font-size: 20px; margin: 44px 0 12px; padding-bottom: 6px; border-bottom: 1px solid var(--line); font-weight: 620; }
        h3 { font-size: 15px; margin: 0 0 6px; font-weight: 620; }
        p { max-width: 72ch; }
        a { color: var(--accent); }
        code, pre { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
        code { overflow-wrap: anywhere; }
        dl, dd { margin: 0; }
        .facts { display: flex; flex-wrap: wrap; gap: 4px 22px; }
        .facts div { display: flex; gap: 6px; }
        .facts dt { color: var(--soft); }
        .facts dd { font-weight: 560; }
        .print { color: var(--soft); margin: 8px 0; }
        nav { margin: 14px 0 0; padding: 8px 0; border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 4px 16px; }
        .lead { font-size: 17px; margin: 0 0 12px; }
        .verdicts { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
        .verdicts li { display: grid; grid-template-columns: 9.5em 1fr auto; gap: 12px; padding: 7px 14px; align-items: baseline; }
        .verdicts li + li { border-top: 1px solid var(--line); }
        .verdicts strong { font-weight: 650; white-space: nowrap; }
        .verdicts small { color: var(--soft); }
        .pass strong { color: #1c6b3c; }
        .flag { background: #fdf3e7; box-shadow: inset 4px 0 0 #b5460f; }
        .flag strong { color: #9a3a0a; }
        .none strong { color: var(--soft); font-weight: 500; }
        .violations { font-size: 14px; overflow-wrap: anywhere; }
        .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 10px; }
        .tiles div { background: var(--wash); border: 1px solid var(--line); border-radius: 6px; padding: 10px 14px; }
        .tiles dt { color: var(--soft); font-size: 13px; }
        .tiles dd { font-size: 23px; font-weight: 600; line-height: 1.25; }
        .tiles small { display: block; font-size: 12.5px; font-weight: 400; color: var(--soft); }
        figure { margin: 22px 0 30px; }
        figcaption { color: var(--soft); font-size: 13.5px; max-width: 80ch; margin-top: 4px; }
        .chart { width: 100%; min-height: 60px; overflow: hidden; }
        #chart-lorenz { max-width: 460px; }
        .chart .failed { color: #9a3a0a; }
        .note { background: var(--wash); border: 1px solid var(--line); border-left: 4px solid var(--soft); padding: 10px 14px;
          border-radius: 4px; max-width: none; }
        .one { border-left-color: #b5460f; background: #fdf3e7; margin: 0 0 14px; }
        .pick { border: 0; padding: 0; margin: 0 0 8px; display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: baseline; }
        .pick legend { float: left; color: var(--soft); padding: 0; margin-right: 14px; }
        #map { height: 430px; background: var(--wash); border: 1px solid var(--line); border-radius: 6px; z-index: 0; }
        #legend { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 8px 0 0; font-size: 13px; }
        #legend span { display: inline-flex; align-items: center; gap: 5px; }
        #legend i { width: 20px; height: 13px; border: 1px solid #777; display: inline-block; }
        .scroll { overflow-x: auto; max-height: 560px; overflow-y: auto; border: 1px solid var(--line); border-radius: 6px; margin: 16px 0; }
        table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
        caption { text-align: left; font-weight: 620; padding: 8px 10px; }
        th { position: sticky; top: 0; background: var(--wash); border-bottom: 1px solid #b9c1c9; padding: 0; vertical-align: bottom; }
        th button { all: unset; box-sizing: border-box; cursor: pointer; display: block; width: 100%; padding: 6px 10px;
          text-align: right; font-weight: 600; }
        th.text button { text-align: left; }
        th button:focus-visible, a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
        th[aria-sort="ascending"] button::after { content: " ▲"; font-size: 10px; }
        th[aria-sort="descending"] button::after { content: " ▼"; font-size: 10px; }
        td { padding: 4px 10px; text-align: right; border-bottom: 1px solid #edf0f2; white-space: nowrap; }
        td.text { text-align: left; white-space: normal; min-width: 8em; }
        tbody tr:hover { background: var(--wash); }
        pre { background: var(--wash); border: 1px solid var(--line); border-radius: 6px; padding: 12px 14px; overflow: auto; max-height: 520px; }
        summary { cursor: pointer; color: var(--accent); }
        .words { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; }
        .words dt { font-weight: 600; }
        .rules dt:target, .rules dt:target + dd { background: #fdf3e7; }
        section:last-of-type { margin-bottom: 48px; }
        @media (max-width: 700px) {
          header, main { padding: 0 14px; }
          .verdicts li { grid-template-columns: 1fr; gap: 0; }
          .words { grid-template-columns: 1fr; }
          .tiles { grid-template-columns: repeat(2, 1fr); }
        }
        @media print {
          nav, .pick { display: none; }
          header, main { max-width: none; padding: 0; }
          .scroll { max-height: none; overflow: visible; }
          figure, .tiles div, .verdicts li, tr { break-inside: avoid; }
          h2, h3 { break-after: avoid; }
        }
        """
}

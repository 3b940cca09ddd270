// SPDX-License-Identifier: GPL-3.0-or-later
// The home page, from which everything is reached (UI-03).
import { begin, showLastTaxi } from './page.js';

await begin();
await showLastTaxi();

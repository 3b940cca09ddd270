// SPDX-License-Identifier: GPL-3.0-or-later

/// The program's version, as reports state it (SIM-03).
package let cabrankVersion = "0.1.0"

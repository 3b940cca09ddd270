// SPDX-License-Identifier: GPL-3.0-or-later

/// What people read before they allow the health service to use their data (ACCOUNT-REG-10). Who accepted an older text is asked
/// again when the account is opened; a number is never given to another text.
public struct ConsentText: Hashable, Sendable {
    /// Its number, which the form carries.
    public let number: Int32
    /// What people read.
    public let text: String

    /// A text with its number.
    public init(number: Int32, text: String) { (self.number, self.text) = (number, text) }

    /// The text in force.
    public static let current = ConsentText(
        number: 2,
        text: """
            I let the health service store what my device and my phone measure, with the place of the phone, and send an ambulance to \
            that place when a value is dangerous. No organisation gets any of it unless I have said yes to that organisation, \
            except numbers about groups of at least 1000 people. Such numbers name nobody, but an organisation that already knows \
            something about me and compares groups on purpose can learn a little of me: in which square of 500 m I live or am, and in \
            which five years I was born; and my mean heart rate to about 10 beats a minute by asking for a day, to 2 by asking for a \
            month, or with thirty organisations in a day. I may withdraw all of this at any time.
            """)
}

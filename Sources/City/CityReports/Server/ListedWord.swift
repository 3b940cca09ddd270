// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// An open word of which some are always told, zeros too.
protocol ListedWord: OpenWord {
    static var listed: [Self] { get }
}

extension ListedWord {
    static var texts: [String] { listed.map(\.word) }
}

extension Counts where Word: ListedWord {
    /// The words that are always told.
    init() { self.init(of: Word.listed) }
}

extension RoleName: ListedWord { static var listed: [RoleName] { ofTaxi } }
extension ClientActionKind: ListedWord { static var listed: [ClientActionKind] { allOfTaxi } }
extension RegistrationRefusal: ListedWord { static var listed: [RegistrationRefusal] { allOfTaxi } }
extension AccountField: ListedWord { static var listed: [AccountField] { allOfTaxi } }
extension MailKind: ListedWord { static var listed: [MailKind] { allOfTaxi } }
extension LoginRefusal: ListedWord { static var listed: [LoginRefusal] { allOfTaxi } }
extension ProfileRefusal: ListedWord { static var listed: [ProfileRefusal] { allOfTaxi } }
extension DeletionRefusal: ListedWord { static var listed: [DeletionRefusal] { allOfTaxi } }

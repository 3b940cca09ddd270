// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

// The words of messages and accounts that every run with a server tells, whether they occur or not.
extension RoleName: ListedWord { static var listed: [RoleName] { ofTaxi } }
extension ClientActionKind: ListedWord { static var listed: [ClientActionKind] { allOfTaxi } }
extension RegistrationRefusal: ListedWord { static var listed: [RegistrationRefusal] { allOfTaxi } }
extension AccountField: ListedWord { static var listed: [AccountField] { allOfTaxi } }
extension MailKind: ListedWord { static var listed: [MailKind] { allOfTaxi } }
extension LoginRefusal: ListedWord { static var listed: [LoginRefusal] { allOfTaxi } }
extension ProfileRefusal: ListedWord { static var listed: [ProfileRefusal] { allOfTaxi } }
extension DeletionRefusal: ListedWord { static var listed: [DeletionRefusal] { allOfTaxi } }
extension MessageType: ListedWord { static var listed: [MessageType] { allOfTaxi } }

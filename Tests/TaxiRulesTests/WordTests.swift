// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TaxiRules
import Testing

@Suite struct WordTests {
    @Test("the words of logs are the names of the cases")
    func words() {
        func names<Word: EventWord>(_ type: Word.Type) -> [String] { Word.allCases.map(\.word) }
        #expect(names(PositionSource.self) == ["none", "gps", "address"])
        #expect(names(WithdrawalReason.self) == ["zoneLeft", "offShift", "requestEnded", "runEnded"])
        #expect(ModuleName.ofTaxi.map(\.word) == ["reservations", "sharing"])
        #expect(ClientActionKind.allOfTaxi.last?.word == "accountDeleted")
    }

    @Test("the numbers of open words go from 0 on without a gap, so that files and fingerprints keep their meaning")
    func numbers() {
        func judge<Word: OpenWord>(_ words: [Word], _ count: Int) {
            #expect(words.map(\.number) == (0..<UInt8(count)).map { $0 })
            #expect(Set(words.map(\.word)).count == count)
        }
        judge(RoleName.ofTaxi + [.visitor], 3)
        judge(ModuleName.ofTaxi, 2)
        judge(MessageType.allOfTaxi, 18)
        judge(ClientActionKind.allOfTaxi, 24)
        judge(RegistrationRefusal.allOfTaxi, 13)
        judge(LoginRefusal.allOfTaxi, 6)
        judge(ProfileRefusal.allOfTaxi, 16)
        judge(DeletionRefusal.allOfTaxi, 6)
        judge(MailKind.allOfTaxi, 5)
        judge(AccountField.allOfTaxi, 14)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL
import CityModel
import RandomStreams
import Testing

/// A key, and what an own implementation of chain and generator (in Python) made of it.
struct KnownStream: Sendable {
    let key: StreamKey
    let purpose: Purpose
    let owner: UInt64
    let mixed: [UInt64]
    let words: [UInt]
    let draws: [UInt]

    init(
        _ seed: UInt64, _ replication: UInt64, _ purpose: Purpose, _ owner: UInt64, mixed: [UInt64], words: [UInt],
        draws: [UInt]
    ) {
        key = StreamKey(seed: seed, replication: replication)
        self.purpose = purpose
        self.owner = owner
        self.mixed = mixed
        self.words = words
        self.draws = draws
    }

    static let all = [
        KnownStream(
            0, 0, .arrivals, 0, mixed: [0xa4de_00dd_9ddd_e82c, 0x9a30_9176_0cd5_e22d],
            words: [3_769_650_835, 794_120_772, 3_122_973_174], draws: [1_649_506_613, 102_830_133, 1_492_805_065]),
        KnownStream(
            1, 0, .arrivals, 0, mixed: [0xef8b_a377_84a4_e940, 0x2ff3_01ad_cbf7_6061],
            words: [1_378_184_467, 1_152_498_274, 3_204_971_092], draws: [3_915_546_334, 1_817_137_517, 2_427_698_694]),
        KnownStream(
            0, 1, .arrivals, 0, mixed: [0x1ba8_b236_12df_a685, 0xc545_4981_c5c3_b8e4],
            words: [520_548_831, 2_194_475_492, 4_003_755_881], draws: [2_904_430_234, 4_084_766_546, 3_842_227_084]),
        KnownStream(
            0, 0, .origin, 0, mixed: [0xfc71_e7c2_52ff_d9ae, 0x6d44_a6fd_c345_f622],
            words: [3_601_723_960, 2_831_681_016, 906_611_432], draws: [3_329_432_171, 1_630_750_558, 1_218_534_974]),
        KnownStream(
            0, 0, .arrivals, 1, mixed: [0xe78c_65d2_4c90_577d, 0xd898_7c78_d56a_dddf],
            words: [1_464_903_858, 2_079_754_324, 2_149_046_232], draws: [441_694_255, 1_851_170_630, 2_893_373_311]),
        KnownStream(
            20_261_009, 7, Purpose(9), 123_456_789, mixed: [0x213e_9ee2_4b68_a247, 0xbefa_e4df_1aff_2466],
            words: [2_787_624_188, 1_127_633_242, 2_042_899_947], draws: [352_068_312, 867_993_338, 3_931_748_123]),
        KnownStream(
            .max, .max, .test, .max, mixed: [0x0903_5622_ecd7_6a1b, 0x2c71_0136_9e1b_73ab],
            words: [1_975_079_294, 452_744_723, 2_974_750_867], draws: [200_666_161, 1_327_381_775, 816_161_286]),
    ]
}

@Suite("Seeding of streams")
struct SeedingTests {
    @Test("SplitMix64 gives the published numbers for seed 1234567")
    func splitMix() {
        var mixer = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in mixer.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test("The chain, the starting state and the first draws are the recorded ones", arguments: KnownStream.all)
    func knownAnswers(_ known: KnownStream) {
        var chain = SeedingChain()
        for word in [known.key.seed, known.key.replication, known.purpose.rawValue, known.owner] { chain.absorb(word) }
        #expect([chain.first, chain.second] == known.mixed)

        var stream = RandomStream(known.key, for: known.purpose, of: known.owner)
        #expect(stream.wordList == known.words)
        let draws = (0..<3).map { _ in UInt(stream.uniform() * 4_294_967_296) }
        #expect(draws == known.draws)
    }

    @Test("Words too small for taus2 are lifted as gsl_rng_set lifts them")
    func smallWords() throws {
        let lifted = try #require(Generator(words: [2, 8, 16]))
        for _ in 0..<6 { _ = lifted.next() }
        #expect(RandomStream(mixed: 0, 0).wordList == lifted.words)
        let lifted2 = try #require(Generator(words: [3, 15, 31]))
        for _ in 0..<6 { _ = lifted2.next() }
        #expect(RandomStream(mixed: 0x1_0000_0007, 0xF_FFFF_FFFF).wordList == lifted2.words)
    }

    @Test("A stream with its state inline equals an allocated GSL generator with the same state, for each kind of draw")
    func inlineStateIsTheSame() throws {
        for owner in 0..<50 as Range<UInt64> {
            var stream = RandomStream(StreamKey(seed: 5), for: .test, of: owner)
            let generator = try #require(Generator(words: stream.wordList))
            for _ in 0..<40 {
                #expect(stream.uniform() == gsl_rng_uniform(generator.pointer))
                #expect(stream.index(1000) == Int(gsl_rng_uniform_int(generator.pointer, 1000)))
                #expect(stream.draw(.exponential(mean: 60)) == gsl_ran_exponential(generator.pointer, 60))
                #expect(stream.draw(.gamma(shape: 4, mean: 8)) == gsl_ran_gamma(generator.pointer, 4, 2))
                #expect(stream.draw(.weibull(shape: 1.5, scale: 3)) == gsl_ran_weibull(generator.pointer, 3, 1.5))
                #expect(stream.draw(.poisson(mean: 30)) == Double(gsl_ran_poisson(generator.pointer, 30)))
            }
            #expect(stream.wordList == generator.words)
        }
    }

    @Test("A stream is 12 bytes, and a copy goes on with the same numbers")
    func valueSemantics() {
        #expect(MemoryLayout<RandomStream>.size == 12)
        var stream = RandomStream(StreamKey(seed: 1), for: .test, of: 1)
        var copy = stream
        let numbers = (0..<10).map { _ in stream.uniform() }
        #expect(numbers == (0..<10).map { _ in copy.uniform() })
        #expect(Set(numbers).count == 10)
    }
}

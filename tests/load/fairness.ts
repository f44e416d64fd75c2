import { createHash } from 'node:crypto'
import { crashPointOf, seedsOf } from '../../apps/server/src/modules/aviator/chains/seeds.ts'
import { expectedCrashPoint, chainEnd } from '../../scripts/running/aviator-proof.ts'

/**
 * `npm run bench -- fairness [rounds] [seed]`: draws rounds with the server's code from its committed chains. The
 * independent verifier recomputes each round, each chain is followed to its commitment, and the crash points are tested
 * against the published distribution.
 */
const rounds = Number(process.argv[2] ?? 10_000_000)
const seed = process.argv[3] ?? 'mupiira'
const LINKS = 100_000
const RTP = 9_700
const TARGETS = [111, 150, 200, 500, 1_000]
const LOWEST = 110
const HIGHEST = 1_000
const STANDARD_ERRORS = 3
/** The smallest number of rounds in a cell of the test. */
const MIN_EXPECTED = 20

const counts = new Float64Array(HIGHEST + 1)
const drawn = (text: string): Buffer => createHash('sha256').update(`fairness ${seed} ${text}`).digest()
const began = performance.now()

for (let done = 0, chain = 0; done < rounds; chain++) {
  const links = Math.min(LINKS, rounds - done)
  const salt = drawn(`salt ${chain}`)
  const saltHex = salt.toString('hex')
  const seeds = await seedsOf(drawn(`root ${chain}`), links)
  let before = seeds.commitment.toString('hex')
  for (let link = 1; link <= links; link++) {
    const bytes = seeds.at(link)
    const hex = bytes.toString('hex')
    const crash = crashPointOf(bytes, salt, RTP)
    // Each link is the hash of the next. If the first matches the commitment, the whole chain is verified.
    if (chainEnd(hex, 1) !== before) throw new Error(`chain ${chain} breaks at link ${link}`)
    if (Math.round(expectedCrashPoint(hex, saltHex, RTP / 100) * 100) !== crash)
      throw new Error(`the verifier finds another crash point for link ${link} of chain ${chain}`)
    before = hex
    counts[crash] = (counts[crash] ?? 0) + 1
  }
  done += links
}

const returns = TARGETS.map(returnOf)
for (const { target, mean, deviations } of returns) {
  console.log(
    `target ${(target / 100).toFixed(2)}: return ${(mean * 100).toFixed(3)} %, ${deviations.toFixed(2)} standard errors off`,
  )
  if (Math.abs(deviations) > STANDARD_ERRORS) throw new Error(`the return at ${target / 100} is not ${RTP / 100} %`)
}
const { statistic, degreesOfFreedom, critical } = chiSquare()
console.log(
  `chi-square ${statistic.toFixed(1)} with ${degreesOfFreedom} degrees of freedom; critical at 0.01: ${critical.toFixed(1)}`,
)
if (statistic > critical) throw new Error('the crash points are not distributed as published')
const worst = Math.max(...returns.map(({ deviations }) => Math.abs(deviations)))
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(
  `RESULT fairness rounds=${rounds} worst_se=${worst.toFixed(2)} chi2=${statistic.toFixed(1)} chi2_critical=${critical.toFixed(1)} chains_verified=${Math.ceil(rounds / LINKS)} seconds=${seconds}`,
)

/** The mean return of a shilling staked on a target, and its distance from the RTP in standard deviations. */
function returnOf(target: number): { target: number; mean: number; deviations: number } {
  let wins = 0
  for (let crash = target; crash <= HIGHEST; crash++) wins += counts[crash] ?? 0
  const share = wins / rounds
  const times = target / 100
  const expected = RTP / 10_000 / times
  const error = times * Math.sqrt((expected * (1 - expected)) / rounds)
  return { target, mean: share * times, deviations: (share * times - RTP / 10_000) / error }
}

/**
 * The probability of exactly this crash point: P(crash ≥ x) = RTP ÷ x from 1.11; the remaining probability belongs to
 * 1.10.
 */
function chanceOf(crash: number): number {
  const reaching = (hundredths: number): number => RTP / 100 / hundredths
  if (crash === LOWEST) return 1 - reaching(LOWEST + 1)
  return crash === HIGHEST ? reaching(HIGHEST) : reaching(crash) - reaching(crash + 1)
}

function chiSquare(): { statistic: number; degreesOfFreedom: number; critical: number } {
  let statistic = 0
  let cells = 0
  let expected = 0
  let found = 0
  for (let crash = LOWEST; crash <= HIGHEST; crash++) {
    expected += chanceOf(crash) * rounds
    found += counts[crash] ?? 0
    if (expected < MIN_EXPECTED && crash < HIGHEST) continue
    statistic += (found - expected) ** 2 / expected
    cells += 1
    expected = found = 0
  }
  const degreesOfFreedom = cells - 1
  // Wilson–Hilferty approximation, accurate for this many degrees of freedom. 2.3263 is the normal quantile of 0.99.
  const part = 2 / (9 * degreesOfFreedom)
  return { statistic, degreesOfFreedom, critical: degreesOfFreedom * (1 - part + 2.326_348 * Math.sqrt(part)) ** 3 }
}

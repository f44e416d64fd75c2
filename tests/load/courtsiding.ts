import { type DelayedBetState, delayedBetStep, type GameMoment } from '@mupiira/domain/in-play/delayed-bet.ts'
import { settlerOf } from '@mupiira/domain/markets/settle.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { expectedOver, fitModel } from '@mupiira/domain/pricing/fit.ts'
import type { InPlayState } from '@mupiira/domain/pricing/in-play.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { favouriteOf } from '@mupiira/domain/pricing/price-game.ts'
import { priceInPlay } from '@mupiira/domain/pricing/price-in-play.ts'
import type { ScoreParams } from '@mupiira/domain/pricing/types.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { recordedOdds } from '../support/recorded-odds.ts'
import { seededDraws } from '../support/seeded.ts'
import { type PlayedMatch, playMatch, stateAt } from './courtsiding/played-match.ts'
import { gameWith } from './pricing/outcomes.ts'

/**
 * `npm run bench -- courtsiding [MATCHES [SEED]]`: bettors who learn of each goal 1, 3, 5 or 8 s before our feed bet on
 * the selection that gains most, at our prices in play. The bench prints their return on turnover with all protections
 * and without each of them, and the return of bettors who know nothing. It uses the product's rules without a server:
 * prices, suspension, and the decision at the end of the delay. The feed is polled every 5 s, and its responses are up
 * to 2 s old.
 */
const [matches = '400', seed = '1'] = process.argv.slice(2)
const LEADS_S = [1, 3, 5, 8] as const
const POLL_S = 5
const RESPONSE_AGE_S = 2
const TRAVEL_S = 0.5
const MARKETS: ReadonlySet<MarketId> = new Set([
  '1x2',
  'double_chance',
  'over_under',
  'btts',
  'home_total',
  'away_total',
  'correct_score',
])
const {
  bet_delay_seconds: DELAY_S,
  reopen_delay_seconds: REOPEN_S,
  overround,
  in_play_margin: margin,
} = DEFAULT_SETTINGS

/** Which protections apply. */
type Rules = {
  readonly delay: boolean
  readonly events: boolean
  readonly fresh: boolean
  readonly suspension: boolean
}
const ALL: Rules = { delay: true, events: true, fresh: true, suspension: true }
const VARIANTS: readonly (readonly [name: string, rules: Rules])[] = [
  ['all protections', ALL],
  ['without waiting for a newer report', { ...ALL, fresh: false }],
  ['without rejecting after events', { ...ALL, events: false }],
  ['without the suspension after a goal', { ...ALL, suspension: false }],
  ['without the delay', { ...ALL, delay: false }],
  ['without any', { delay: false, events: false, fresh: false, suspension: false }],
]

/** What the server knows at a moment: the last response that has arrived. */
type Knowledge = {
  readonly requested: number
  readonly known: number
  readonly state: InPlayState
  readonly lastGoalAt: number | null
}

type Bet = { readonly market: MarketId; readonly selection: string; readonly odds: number }

const draws = seededDraws(Number(seed))
const played = models(Number(matches)).map((params) => playMatch(params, draws))
const leads = LEADS_S.map(
  (lead) => [`${lead} s`, (match: PlayedMatch) => match.goals.map(({ at }) => ({ at: at - lead, sees: at }))] as const,
)
const uninformed = ['nothing', () => [{ at: 60 + draws.below(5_600), sees: Number.NEGATIVE_INFINITY }]] as const
console.log(`${played.length} matches; bets, accepted bets and return on turnover`)
const returns = new Map<string, number>()
for (const [who, moments] of [...leads, uninformed]) {
  const bets = played.flatMap((match) => moments(match).flatMap((moment) => wantedBet(match, moment) ?? []))
  for (const [name, rules] of VARIANTS) {
    const accepted = bets.flatMap((bet) => settled(bet, rules) ?? [])
    const result = accepted.length === 0 ? 0 : accepted.reduce((sum, each) => sum + each - 1, 0) / accepted.length
    returns.set(`${who} ${name}`, result)
    console.log(
      `  ${who.padEnd(8)} ${name.padEnd(38)} ${String(bets.length).padStart(6)} ${String(accepted.length).padStart(6)} ${(100 * result).toFixed(1).padStart(7)} %`,
    )
  }
}
const of = (lead: number, name: string): string => (returns.get(`${lead} s ${name}`) ?? Number.NaN).toFixed(4)
const figures = LEADS_S.map(
  (lead) => `lead_${lead}s=${of(lead, 'all protections')} unprotected_${lead}s=${of(lead, 'without any')}`,
)
console.log(`RESULT courtsiding matches=${played.length} ${figures.join(' ')}`)
if (LEADS_S.some((lead) => lead <= 5 && (returns.get(`${lead} s all protections`) ?? 1) > 0)) process.exitCode = 1

function models(count: number): ScoreParams[] {
  return recordedOdds(count, draws, expectedOver).flatMap(({ close }) => {
    const fair = fairMatch(close)
    const params = fair.ok ? fitModel(fair.value, 'soccer') : null
    return params?.kind === 'score' ? [params] : []
  })
}

/** The last response before a moment. The first one that includes a goal sets its time. */
function knowledgeAt(match: PlayedMatch, second: number, isFreshAfter = Number.NEGATIVE_INFINITY): Knowledge {
  let request = Math.floor((second - TRAVEL_S) / POLL_S) * POLL_S
  while (request < isFreshAfter) request += POLL_S
  const known = request - ageOf(match, request)
  const last = match.goals.findLast(({ at }) => at <= known)
  let found: number | null = null
  if (last !== undefined) {
    found = Math.ceil(last.at / POLL_S) * POLL_S
    while (found - ageOf(match, found) < last.at) found += POLL_S
  }
  return {
    requested: request,
    known,
    state: stateAt(match, request, known),
    lastGoalAt: found === null ? null : found + TRAVEL_S,
  }
}

/** How old a response is: the same for every reader, and different for each response. */
function ageOf({ params }: PlayedMatch, request: number): number {
  const mixed = (Math.imul(request, 2_654_435_761) + Math.floor(params.homeRate * 1e6)) >>> 0
  return ((mixed % 1_000) / 1_000) * RESPONSE_AGE_S
}

function pricesOf({ params }: PlayedMatch, state: InPlayState) {
  return priceInPlay(params, state, gameWith(favouriteOf(params)), { rulebook: 'house', overround, margin })
}

type Wanted = { readonly match: PlayedMatch; readonly at: number; readonly bet: Bet }

/** The bet with the highest return for a bettor who sees the goals until `sees`; a random one if nothing is known. */
function wantedBet(match: PlayedMatch, { at, sees }: { readonly at: number; readonly sees: number }): Wanted | null {
  if (at < 60) return null
  const now = knowledgeAt(match, at)
  const truth = sees === Number.NEGATIVE_INFINITY ? null : pricesOf(match, stateAt(match, at, sees))
  const offers = pricesOf(match, now.state).flatMap(({ id, selections }, market) =>
    !MARKETS.has(id)
      ? []
      : selections.flatMap(({ id: selection, oddsHundredths }, index) => {
          if (oddsHundredths === null) return []
          const probability = truth === null ? draws.below(1_000) : (truth[market]?.selections[index]?.probability ?? 0)
          return [
            {
              bet: { market: id, selection, odds: oddsHundredths / 100 },
              value: truth === null ? probability : (oddsHundredths / 100) * probability,
            },
          ]
        }),
  )
  const best = offers.reduce<(typeof offers)[number] | null>(
    (top, each) => (top === null || each.value > top.value ? each : top),
    null,
  )
  return best === null || (truth !== null && best.value <= 1) ? null : { match, at, bet: best.bet }
}

/** What a bet with the stake 1 returns under the rules; null if it was not accepted. */
function settled({ match, at, bet }: Wanted, rules: Rules): number | null {
  const before = knowledgeAt(match, at)
  if (rules.suspension && isSuspended(before, at)) return null
  if (rules.delay) {
    const decidesAt = at + DELAY_S
    const now = rules.fresh ? knowledgeAt(match, decidesAt, decidesAt) : knowledgeAt(match, decidesAt)
    const decidedAt = Math.max(decidesAt, now.requested + TRAVEL_S)
    const state: DelayedBetState = {
      decidesAt: new Date(decidesAt * 1_000),
      games: [{ before: momentOf(before, at, rules), now: momentOf(now, decidedAt, rules) }],
      feedRequestedAt: rules.fresh ? new Date(now.requested * 1_000) : null,
      unavailable: null,
    }
    if (rules.events && delayedBetStep(state, new Date(decidedAt * 1_000)) !== 'validate') return null
    const current = pricesOf(match, now.state)
      .find(({ id }) => id === bet.market)
      ?.selections.find(({ id }) => id === bet.selection)
    if (current?.oddsHundredths == null || current.oddsHundredths / 100 < bet.odds) return null
  }
  const outcome = settlerOf(bet.market, bet.selection, 'house')?.(match.result)
  return outcome === 'won' ? bet.odds : outcome === 'void' ? 1 : 0
}

function isSuspended({ lastGoalAt }: Knowledge, at: number): boolean {
  return lastGoalAt !== null && at - lastGoalAt < REOPEN_S
}

/** The moment as the server stores it with a bet. */
function momentOf(knowledge: Knowledge, at: number, rules: Rules): GameMoment {
  const { score, minute } = knowledge.state
  const goalAt = knowledge.lastGoalAt === null ? null : new Date(knowledge.lastGoalAt * 1_000).toISOString()
  const requestedAt = new Date(Math.max(0, knowledge.requested) * 1_000).toISOString()
  return {
    phase: 'live',
    fingerprint: `${score.home}-${score.away} ${goalAt}`,
    isSuspended: rules.suspension && isSuspended(knowledge, at),
    priceVersion: 1,
    minute: Math.floor(minute),
    score,
    redCards: { home: 0, away: 0 },
    lastGoalAt: goalAt,
    lastIncidentAt: null,
    reportedAt: requestedAt,
    requestedAt,
  }
}

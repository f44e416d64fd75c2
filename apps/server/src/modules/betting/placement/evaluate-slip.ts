import type { BetInput, SelectionInput } from '@mupiira/contract/bets.ts'
import { isScorerMarket, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { resolveSelection } from '@mupiira/domain/markets/infer.ts'
import { acceptsChange, oddsPolicyOf } from '@mupiira/domain/odds/odds-policy.ts'
import { HIGHEST_OFFERED, odds, type OddsHundredths, totalOdds } from '@mupiira/domain/odds/odds.ts'
import { MOVEMENT_STEP_MS } from '@mupiira/domain/pricing/movement.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { isId } from '../../../kernel/ids.ts'
import { type GameRow, hasFreshQuote, isOpen, isSameMatch, isSuspended } from '../../catalogue/index.ts'
import type { GamePrices, Pricing } from '../../pricing/index.ts'
import type { BetGame, SlipLeg } from './bet-game.ts'
import { isInPlay } from './in-play.ts'
import { atRequestedOdds, type RequestedOdds } from './requested-odds.ts'

/** The prices, settings and time used to evaluate a slip. Constant during a batch. */
export type SlipContext = {
  readonly settings: Settings
  /** The games of the slip with their current prices, by id. */
  readonly games: ReadonlyMap<string, GamePrices>
  readonly pricing: Pick<Pricing, 'prices'>
  readonly now: Date
}

/** A selection, or why it cannot be bet on (D15, D16, D26). */
export type EvaluatedSelection = Result<SlipLeg, 'GAME_MISSING' | 'GAME_CLOSED' | 'MARKET_UNAVAILABLE'>

const GRACE_MS = 5_000

/** Unique, well-formed game ids of the selections. */
export const gameIdsOf = (selections: readonly Pick<SelectionInput, 'gameId'>[]): string[] => [
  ...new Set(selections.flatMap(({ gameId }) => (gameId !== undefined && isId(gameId) ? [gameId.toLowerCase()] : []))),
]

/** Validates one selection: its market, game and price (D15, D26, D57). */
export function evaluateSelection(
  input: SelectionInput,
  at: number,
  { games, now }: Pick<SlipContext, 'games' | 'now'>,
): EvaluatedSelection {
  const prices = input.gameId === undefined ? undefined : games.get(input.gameId.toLowerCase())
  if (prices === undefined) return err('GAME_MISSING')
  const { game } = prices
  // `prices` may be older than `now`, so the start is checked again.
  if (isInPlay(prices) ? !prices.open : !isOpen(game, now))
    return err(isInPlay(prices) || isHalted(game, now) ? 'MARKET_UNAVAILABLE' : 'GAME_CLOSED')
  const named = resolveSelection(input.market, input.selection, game)
  if (!named.ok) return err('MARKET_UNAVAILABLE')
  const { market, selectionId } = named.value
  const price = prices.price(market, selectionId)
  if (price === null || price.oddsHundredths === null) return err('MARKET_UNAVAILABLE')
  return ok({
    at,
    game,
    prices,
    market,
    selectionId,
    step: prices.step,
    oddsHundredths: odds(price.oddsHundredths),
    baseHundredths: odds(price.unclampedHundredths ?? price.oddsHundredths),
    seenHundredths: shownHundredths(input.odds),
  })
}

/**
 * An upper bound of the slip's odds on each game, by game id. Several selections of one game get `HIGHEST_OFFERED`,
 * because joint odds take long to compute. A closed selection gets it too, because it may reopen before placement.
 */
export function highestOdds(slip: Pick<BetInput, 'selections'>, context: Pick<SlipContext, 'games' | 'now'>) {
  const highest = new Map<string, OddsHundredths>()
  for (const [at, input] of slip.selections.entries()) {
    const gameId = input.gameId?.toLowerCase()
    if (gameId === undefined) continue
    const leg = evaluateSelection(input, at, context)
    highest.set(gameId, leg.ok && !highest.has(gameId) ? leg.value.oddsHundredths : HIGHEST_OFFERED)
  }
  return highest
}

/** A game before kick-off that has no prices at the moment. */
function isHalted(game: GameRow, now: Date): boolean {
  return (
    game.status === 'upcoming' &&
    game.startTime.getTime() > now.getTime() &&
    (isSuspended(game) || game.model === null || !hasFreshQuote(game, now))
  )
}

/** `selection`: the index of a selection that cannot be bet on. `games`: the games at their current odds. */
export type SlipRefusal =
  | { readonly code: 'GAME_MISSING' | 'GAME_CLOSED' | 'MARKET_UNAVAILABLE'; readonly selection: number }
  | { readonly code: CombinationRefusal }
  | { readonly code: 'ODDS_CHANGED'; readonly games: readonly BetGame[] }
/** Why the selections of a slip cannot be combined. */
export type CombinationRefusal =
  | 'SAME_MATCH'
  | 'SAME_CATEGORY'
  | 'IMPOSSIBLE_COMBINATION'
  | 'COMBINATION_TOO_LARGE'
  | 'LIVE_COMBINATION'
  | 'MARKET_UNAVAILABLE'

/**
 * The games of a slip in the order of their first selection. Allows one selection per category; prices several
 * selections of one game together.
 */
export function evaluateGames(
  legs: readonly SlipLeg[],
  context: SlipContext,
): Result<readonly BetGame[], CombinationRefusal> {
  const slip = [...new Map(legs.map(({ game }) => [game.id, game])).values()]
  const isRepeated = slip.some((game, at) => slip.slice(0, at).some((other) => isSameMatch(game, other)))
  if (isRepeated) return err('SAME_MATCH')
  const games: BetGame[] = []
  for (const [gameId, members] of Map.groupBy(legs, (leg) => leg.game.id)) {
    const offer = offerOf(members, context)
    if (!offer.ok) return offer
    games.push({ gameId, legs: members, ...offer.value })
  }
  return ok(games)
}

/** The odds of a single leg, or joint odds of several legs. */
function offerOf(
  legs: readonly SlipLeg[],
  { pricing }: SlipContext,
): Result<Pick<BetGame, 'oddsHundredths' | 'sameGame'>, CombinationRefusal> {
  const [first, ...others] = legs
  if (first !== undefined && others.length === 0) return ok({ oddsHundredths: first.oddsHundredths, sameGame: null })
  const categories = new Set(legs.map((leg) => marketDefinition(leg.market).category))
  if (categories.size < legs.length) return err('SAME_CATEGORY')
  if (first !== undefined && isInPlay(first.prices)) return err('LIVE_COMBINATION')
  if (first === undefined || first.prices.params === null) return err('MARKET_UNAVAILABLE')
  const { params, game } = first.prices
  const joint = pricing.prices.joint(first.prices, legs)
  if (!joint.ok) return err(joint.error === 'TOO_MANY_SELECTIONS' ? 'COMBINATION_TOO_LARGE' : joint.error)
  const players = legs.some((leg) => isScorerMarket(leg.market)) ? { players: game.players } : {}
  return ok({ oddsHundredths: joint.value.oddsHundredths, sameGame: { ...joint.value, params, ...players } })
}

/** The games at the last completed step during its grace period, if all legs had a price; otherwise null. */
function previousGames(games: readonly BetGame[], context: SlipContext): readonly BetGame[] | null {
  const legs = games.flatMap((game) => game.legs)
  const previous = legs.flatMap((leg) => previousLeg(leg, context.now) ?? [])
  const priced = previous.length < legs.length ? null : evaluateGames(previous, context)
  return priced?.ok ? priced.value : null
}

function previousLeg(leg: SlipLeg, now: Date): SlipLeg | null {
  const beganMs = leg.step * MOVEMENT_STEP_MS
  // A live price changes with the match, so its predecessor is not a mere movement.
  if (isInPlay(leg.prices)) return null
  if (now.getTime() - beganMs >= GRACE_MS) return null
  // The base price is newer than the previous step, so no price of that step was published from this base price.
  if ((leg.game.pricedAt?.getTime() ?? 0) >= beganMs) return null
  const hundredths = leg.prices.price(leg.market, leg.selectionId)?.previousHundredths ?? null
  return hundredths === null ? null : { ...leg, step: leg.step - 1, oddsHundredths: odds(hundredths) }
}

/** The games and odds of a bet. Otherwise the first refusal: of a selection, of the combination, or of the odds. */
export function priceSlip(
  slip: BetInput,
  context: SlipContext,
  requested?: RequestedOdds,
): Result<readonly BetGame[], SlipRefusal> {
  const legs: SlipLeg[] = []
  for (const [at, input] of slip.selections.entries()) {
    const evaluated = evaluateSelection(input, at, context)
    if (!evaluated.ok) return err({ code: evaluated.error, selection: at })
    legs.push(evaluated.value)
  }
  const games = evaluateGames(legs, context)
  return games.ok ? chooseOdds(games.value, slip, context, requested) : err({ code: games.error })
}

/**
 * Chooses the offers of a ticket (D17a, D17b, SLIP-49 to SLIP-52). Only the total odds count: a change that the
 * player's policy does not accept is refused (INP-07). One price step applies to the whole ticket: the current one,
 * otherwise the last completed one within its grace period. The request never sets a price. At the decision of a
 * delayed bet, `requested` has the odds that the server offered at its request. The bet keeps them if its policy does
 * not accept the current ones and they are fair, so nothing changes for the player (decision 0041).
 */
export function chooseOdds(
  games: readonly BetGame[],
  slip: Pick<BetInput, 'totalOdds' | 'acceptOddsChanges' | 'oddsPolicy'>,
  context: SlipContext,
  requested?: RequestedOdds,
): Result<readonly BetGame[], SlipRefusal> {
  const policy = oddsPolicyOf(slip)
  for (const offer of [games, previousGames(games, context)]) {
    const change = offer === null ? 'worse' : changeOf(offer, slip.totalOdds)
    if (offer !== null && change !== 'worse' && acceptsChange(policy, change)) return ok(offer)
  }
  const kept = requested === undefined ? null : atRequestedOdds(games, requested, context.settings)
  if (kept !== null) return ok(kept)
  return policy === 'any' ? ok(games) : err({ code: 'ODDS_CHANGED', games })
}

// Totals above 2^53 hundredths are compared within the precision of a JSON number.
const PRECISION = Number.EPSILON * 4

/**
 * How the total compares with the total that the player saw. If the request lacks that total, the product of the seen
 * odds replaces it.
 */
function changeOf(games: readonly BetGame[], seenTotal: number | undefined): 'same' | 'better' | 'worse' {
  const legs = games.flatMap((game) => game.legs)
  const [now, seen] =
    seenTotal === undefined
      ? [totalOdds(legs.map((leg) => leg.oddsHundredths)), totalOdds(legs.map((leg) => leg.seenHundredths))]
      : [totalOddsOf(games), shownHundredths(seenTotal)]
  const ratio = Number(now) / Number(seen)
  if (ratio < 1 - PRECISION) return 'worse'
  return ratio > 1 + PRECISION ? 'better' : 'same'
}

export const totalOddsOf = (games: readonly BetGame[]): bigint =>
  totalOdds(games.map(({ oddsHundredths }) => oddsHundredths))

/** Decimal odds of a request in the hundredths that a screen shows, rounded down despite binary rounding. */
const shownHundredths = (decimal: number): number => Math.floor(decimal * 100 + 1e-6)

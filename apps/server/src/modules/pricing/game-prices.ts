import { createHmac } from 'node:crypto'
import { movementStep, stepNumber } from '@mupiira/domain/pricing/movement.ts'
import { favouriteOf, priceGame } from '@mupiira/domain/pricing/price-game.ts'
import type { ModelParams, PricedMarket } from '@mupiira/domain/pricing/types.ts'
import type { Suspension } from '@mupiira/domain/in-play/suspension.ts'
import type { GameForMarkets, MarketId, Rulebook } from '@mupiira/domain/markets/types.ts'
import { overroundWithoutTotals } from '@mupiira/domain/pricing/unknown-totals.ts'
import type { OverroundPercent, Settings } from '@mupiira/domain/settings/types.ts'
import { type GameRow, isOpen } from '../catalogue/index.ts'
import { applyControls } from './market-controls.ts'
import { withReaction } from './price-reaction.ts'

/** Odds of one selection in hundredths; null while locked. */
export type SelectionPrice = {
  readonly oddsHundredths: number | null
  /** The odds before price movement. */
  readonly baseHundredths: number | null
  /** The odds before price movement and without the limits of the market. */
  readonly unclampedHundredths: number | null
  /** The price of the previous step at the same base, which the player may still see (D17). */
  readonly previousHundredths: number | null
}

/** All prices of one game in one 30 s step. */
export type GamePrices = {
  readonly gameId: string
  readonly game: GameRow
  readonly gameForMarkets: GameForMarkets
  readonly priceVersion: number
  readonly step: number
  readonly rulebook: Rulebook
  readonly params: ModelParams | null
  /** The margins of this game's prices. */
  readonly overround: OverroundPercent
  readonly markets: readonly PricedMarket[]
  /** null when the game does not offer the selection. */
  price(market: MarketId, selectionId: string): SelectionPrice | null
  closing: Closing
  /**
   * The prices of this step before the last change that was not movement, such as new base odds; null without such a
   * change.
   */
  readonly before: PricedSteps | null
  /** Whether the game takes bets now. */
  readonly open: boolean
  /** Betting on a live game; null unless live games take bets. */
  readonly inPlay: InPlay | null
}

/** Betting on a live game at one moment. */
export type InPlay = {
  /** Why it takes no bets; null while it is open. */
  readonly suspension: Suspension | null
  /**
   * Score, cards, and times of the last goal and incident. A bet is accepted only if they stay the same during its
   * delay.
   */
  readonly fingerprint: string
}

export const SIDES = ['1', 'X', '2'] as const

/** Closing 1X2 odds in hundredths, when bets closed; null where a price was locked. */
export type Closing = () => { readonly [side in (typeof SIDES)[number]]: number | null }

/** The price movement of a game in one step. It cannot be predicted without the key. */
const movementOf = (priceKey: string, gameId: string, step: number): ReturnType<typeof movementStep> =>
  movementStep(createHmac('sha256', priceKey).update(`${gameId}:${step}`).digest())

export const gameForMarkets = (game: GameRow): GameForMarkets => ({
  sport: game.sport,
  homeTeam: game.homeTeam,
  awayTeam: game.awayTeam,
  knockout: game.knockOut,
  favourite: game.model === null ? 'home' : favouriteOf(game.model),
  players: game.players,
  drawPossible: game.drawPossible,
})

/** The margins of a game: wider while its totals line is unknown. */
export const overroundOf = ({ over25Odds, under25Odds }: GameRow, { overround }: Settings): OverroundPercent =>
  over25Odds === null || under25Odds === null ? overroundWithoutTotals(overround) : overround

/** Prices from one set of base odds at a step and at the step before, computed on demand. */
export type PricedSteps = {
  markets(): readonly PricedMarket[]
  /** Returns the same object during the step. */
  price(market: MarketId, selectionId: string): SelectionPrice | null
}
type PricedSelection = PricedMarket['selections'][number]
type SelectionIndex = ReadonlyMap<MarketId, ReadonlyMap<string, PricedSelection>>

export function pricedSteps(game: GameRow, step: number, settings: Settings, priceKey: string): PricedSteps {
  const { model } = game
  const at = (each: number) => (model === null ? [] : pricedAt(game, model, each, settings, priceKey))
  return stepsOf(
    () => at(step),
    () => at(step - 1),
  )
}

/** Prices of a step and of the step before, each computed at most once. */
export function stepsOf(current: () => readonly PricedMarket[], before: () => readonly PricedMarket[]): PricedSteps {
  const markets = once(current)
  const now = once(() => index(markets()))
  const previous = once(() => index(before()))
  const computed = new Map<PricedSelection, SelectionPrice>()
  return {
    markets,
    price(market, selectionId) {
      const priced = now().get(market)?.get(selectionId)
      if (priced === undefined) return null
      const known = computed.get(priced)
      if (known !== undefined) return known
      const price = {
        oddsHundredths: priced.oddsHundredths,
        baseHundredths: priced.baseHundredths,
        unclampedHundredths: priced.unclampedHundredths,
        get previousHundredths() {
          return previous().get(market)?.get(selectionId)?.oddsHundredths ?? null
        },
      }
      computed.set(priced, price)
      return price
    },
  }
}

export const closingOf = (game: GameRow, settings: Settings, priceKey: string): Closing =>
  once(() => {
    const startedAtMs = Math.min(game.startTime.getTime(), game.firstLiveAt?.getTime() ?? Number.POSITIVE_INFINITY)
    const last = pricedSteps(game, stepNumber(new Date(startedAtMs - 1)), settings, priceKey)
    const at = (side: string) => last.price('1x2', side)?.oddsHundredths ?? null
    return { '1': at('1'), X: at('X'), '2': at('2') }
  })

export const sameStart = (a: GameRow, b: GameRow): boolean =>
  a.startTime.getTime() === b.startTime.getTime() && a.firstLiveAt?.getTime() === b.firstLiveAt?.getTime()

/** Prices of a row. Before the start, rows that differ only in minute or score share their steps. */
export function pricesFrom(
  game: GameRow,
  now: Date,
  settings: Settings,
  { steps, closing, before, inPlay = null }: PricesParts,
): GamePrices {
  return {
    gameId: game.id,
    game,
    gameForMarkets: gameForMarkets(game),
    priceVersion: game.priceVersion,
    step: stepNumber(now),
    rulebook: settings.settlement_rulebook,
    params: game.model,
    overround: inPlay?.overround ?? overroundOf(game, settings),
    open: inPlay === null ? isOpen(game, now) : inPlay.suspension === null,
    inPlay,
    get markets() {
      return steps.markets()
    },
    price: steps.price,
    closing,
    before,
  }
}

type PricesParts = {
  readonly steps: PricedSteps
  readonly closing: Closing
  readonly before: PricedSteps | null
  readonly inPlay?: (InPlay & { readonly overround: OverroundPercent }) | null
}

function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null
  return () => (cached ??= { value: make() }).value
}

function pricedAt(
  game: GameRow,
  model: ModelParams,
  step: number,
  settings: Settings,
  priceKey: string,
): readonly PricedMarket[] {
  const priced = priceGame(model, gameForMarkets(game), {
    rulebook: settings.settlement_rulebook,
    overround: overroundOf(game, settings),
    movement: movementOf(priceKey, game.id, step),
  })
  return withReaction(applyControls(priced, game.controls), game)
}

const index = (markets: readonly PricedMarket[]): SelectionIndex =>
  new Map(
    markets.map((market) => [market.id, new Map(market.selections.map((selection) => [selection.id, selection]))]),
  )

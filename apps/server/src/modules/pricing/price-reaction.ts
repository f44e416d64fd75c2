import { isDeepStrictEqual } from 'node:util'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { PricedMarket } from '@mupiira/domain/pricing/types.ts'
import { loweredOdds, reactionOf } from '@mupiira/domain/risk/price-reaction.ts'
import { liabilityLimits, selectionLimit } from '@mupiira/domain/limits/stake-rules.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type Catalogue, type GameRow, isOpen, type PriceReaction } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Board } from './board.ts'
import type { OpenLiabilities } from './ports.ts'

/** Lowers prices by their game's reaction. Manual odds stay as staff has set them. */
export function withReaction(
  markets: readonly PricedMarket[],
  { priceReaction, controls }: Pick<GameRow, 'priceReaction' | 'controls'>,
): readonly PricedMarket[] {
  if (Object.keys(priceReaction).length === 0) return markets
  return markets.map((market) => {
    const reactions = priceReaction[market.id]
    if (reactions === undefined) return market
    const selections = market.selections.map((selection) => {
      const reaction = reactions[selection.id]
      const { oddsHundredths } = selection
      if (reaction === undefined || oddsHundredths === null) return selection
      if (controls[market.id]?.odds?.[selection.id] !== undefined) return selection
      return { ...selection, oddsHundredths: loweredOdds(oddsHundredths, reaction) }
    })
    return { ...market, selections }
  })
}

/** The strongest reaction among selections of one game. It applies to their joint odds. */
export const jointReaction = (
  { priceReaction }: Pick<GameRow, 'priceReaction'>,
  picks: readonly { readonly market: MarketId; readonly selectionId: string }[],
): number => Math.max(0, ...picks.map(({ market, selectionId }) => priceReaction[market]?.[selectionId] ?? 0))

type Deps = {
  readonly markets: Catalogue['markets']
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly board: Pick<Board, 'games'>
  readonly openLiabilities: OpenLiabilities
}

/** Half a price step, so that each step has new figures. */
const MAX_AGE_MS = 15_000

/** Once in each price step, stores the reactions that have changed. They reach all nodes as changes of the games. */
export function createPriceReaction({ clock, workerDb }: Pick<Kernel, 'clock' | 'workerDb'>, deps: Deps) {
  const { markets, settings, board, openLiabilities } = deps
  let step = 0
  return async (): Promise<void> => {
    const now = clock.now()
    if (stepNumber(now) === step) return
    step = stepNumber(now)
    const newReactions = await computeReactions(settings.current(), () => openLiabilities(MAX_AGE_MS))
    const changed = board.games().flatMap((game) => {
      const reaction = newReactions.get(game.id) ?? {}
      const isSame = !isOpen(game, now) || isDeepStrictEqual(game.priceReaction, reaction)
      return isSame ? [] : [[game.id, reaction] as const]
    })
    if (changed.length > 0) await workerDb.transaction((tx) => markets.setPriceReactions(tx, new Map(changed)))
  }
}

async function computeReactions(
  current: Settings,
  read: () => ReturnType<OpenLiabilities>,
): Promise<ReadonlyMap<string, PriceReaction>> {
  const reactions = new Map<string, PriceReaction>()
  const { price_reaction: strength } = current
  if (strength === 0) return reactions
  const limits = liabilityLimits(current)
  for (const { gameId, market, selection, selectionUgx } of await read()) {
    const reaction = reactionOf(selectionUgx, selectionLimit(limits, market), strength)
    if (reaction === 0) continue
    const ofGame = reactions.get(gameId) ?? {}
    reactions.set(gameId, { ...ofGame, [market]: { ...ofGame[market], [selection]: reaction } })
  }
  return reactions
}

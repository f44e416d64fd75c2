import { create } from 'zustand'
import { odds, type OddsHundredths, totalOdds } from '@mupiira/domain/odds/odds.ts'
import { type Games, useGames } from './games.ts'
import { selectionKey } from './slip-code.ts'
import type { SlipItem } from './slip-rules.ts'
import { useSlip } from './slip.ts'

/** The odds of the slip's last quote, so that other screens show the same total as the slip. */
type QuotedOdds = {
  /** By selection and the odds seen (`quoteKey`); null for a closed selection. */
  readonly single: ReadonlyMap<string, OddsHundredths | null>
  /** Joint odds by the selections of a game. */
  readonly joint: ReadonlyMap<string, OddsHundredths>
}

export const useQuotedOdds = create<QuotedOdds>(() => ({ single: new Map(), joint: new Map() }))

/** A selection that is removed and tapped again at other odds has another key. */
export const quoteKey = ({ id, oddsSeen }: SlipItem): string => `${id} ${oddsSeen}`

const hundredths = (decimal: number): OddsHundredths => odds(Math.round(decimal * 100))

/** The current odds of a selection; null if it is closed. The odds of a listed game are newer than the last quote. */
function currentOdds(item: SlipItem, games: Games, { single }: QuotedOdds): OddsHundredths | null {
  const game = games[item.gameId]
  const quoted = single.get(quoteKey(item))
  if (game?.open === false || quoted === null) return null
  const listed = item.market === '1x2' ? game?.prices[item.selection as '1' | 'X' | '2'] : null
  return listed == null ? (quoted ?? hundredths(Number(item.oddsSeen))) : hundredths(listed)
}

/**
 * The total of the slip at the current odds, in hundredths, without closed selections. Null for an empty slip, and
 * while the joint odds of a game are unknown.
 */
export function currentTotal(items: readonly SlipItem[], games: Games, quoted: QuotedOdds): bigint | null {
  const open = items.flatMap((item) => {
    const now = currentOdds(item, games, quoted)
    return now === null ? [] : [{ item, now }]
  })
  const perGame = [...new Set(open.map(({ item }) => item.gameId))].map((gameId) => {
    const [first, ...more] = open.filter(({ item }) => item.gameId === gameId)
    if (more.length === 0) return first?.now
    return quoted.joint.get(selectionKey(items.filter((item) => item.gameId === gameId)))
  })
  const known = perGame.filter((each) => each !== undefined)
  return known.length === 0 || known.length < perGame.length ? null : totalOdds(known)
}

/** The total odds as the slip would show them now. */
export function useSlipTotal(): bigint | null {
  const items = useSlip((slip) => slip.items)
  const quoted = useQuotedOdds()
  return useGames((games) => currentTotal(items, games, quoted))
}

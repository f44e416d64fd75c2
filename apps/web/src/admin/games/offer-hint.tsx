import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { PRICES_EXPLAINED } from '../kit/price-texts.ts'
import { decimalOf } from '../kit/typed-odds.ts'
import { offerText } from './game-texts.ts'
import { baseBookText } from './manual-odds.ts'
import { offerQuery } from './game-queries.ts'

const TYPING_MS = 400

type OddsTyped = { readonly [odds in 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds']: string }
type HintProps = { readonly typed: OddsTyped; readonly sport: AdminGame['sport'] }

/** The offered prices for the odds in a form. The model is fitted to these odds (D16). */
export function OfferHint({ typed, sport }: HintProps) {
  const { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds } = typed
  const requested = [homeOdds, drawOdds, awayOdds, over25Odds, under25Odds].join(' ')
  const [settled, setSettled] = useState(requested)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(requested), TYPING_MS)
    return () => clearTimeout(timer)
  }, [requested])
  const [home, draw, away, over25, under25] = [homeOdds, drawOdds, awayOdds, over25Odds, under25Odds].map(decimalOf)
  const hasSides = home != null && away != null && home > 1 && away > 1
  const query = {
    sport,
    home: home ?? 0,
    away: away ?? 0,
    ...(draw == null ? {} : { draw }),
    ...(over25 == null || under25 == null ? {} : { over25, under25 }),
  }
  const { data } = useQuery({ ...offerQuery(query), enabled: hasSides && settled === requested })
  const text = !hasSides
    ? 'Without odds for both sides, betting stays closed.'
    : data === undefined
      ? 'With these odds …'
      : `With these odds ${offerText(data.offered)}`
  return (
    <p role="status" className="text-14 text-muted">
      {[text, hasSides ? baseBookText([home, draw, away]) : '', PRICES_EXPLAINED].filter(Boolean).join(' ')}
    </p>
  )
}

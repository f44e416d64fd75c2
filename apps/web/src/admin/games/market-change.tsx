import { useState } from 'react'
import type { AdminGame, AdminMarket } from '@mupiira/contract/admin-games.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { FigureRow } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { OpenBetsFigures } from '../kit/open-bets.tsx'
import { act, failureText } from '../kit/staff-api.ts'
import { isRisky, type ManualOddsRules, oddsEffects, riskText } from './manual-odds.ts'
import { type ChangeLine, changeLines, confirmationOf, type MarketChanges, typedOddsOf } from './selection-changes.ts'

/** A change of a market that staff has not confirmed yet. */
export type MarketChange = {
  readonly market: AdminMarket['id']
  readonly title: string
  readonly verb: string
  readonly changes: MarketChanges
  readonly lines: readonly ChangeLine[]
  /** Sentences about the cost of new odds. */
  readonly effects: readonly string[]
  /** Odds with a risk that staff must type again, because no second member of staff can approve them. */
  readonly typed?: string | null
  /** The odds wait for a second member of staff. */
  readonly waits?: boolean
}

export const suspensionOf = ({ id, name, suspended }: AdminMarket, game: Pick<AdminGame, 'name'>): MarketChange => ({
  market: id,
  title: suspended ? `Reopen ${name} of ${game.name}?` : `Suspend ${name} of ${game.name}?`,
  verb: suspended ? 'Reopen market' : 'Suspend market',
  changes: { suspended: !suspended },
  lines: [],
  effects: [],
})

export function selectionChangeOf(
  market: AdminMarket,
  selection: AdminMarket['selections'][number],
  changes: MarketChanges,
  rules: ManualOddsRules,
): MarketChange {
  const own = changes.odds?.[selection.id] ?? null
  const risky = own !== null && isRisky(market, { [selection.id]: own }, rules)
  const waits = risky && rules.approval === 'wait'
  return {
    market: market.id,
    title: `Change ${market.name}, ${selection.label}?`,
    verb: waits ? 'Request approval' : 'Change',
    changes,
    lines: changeLines(selection, changes),
    effects: own === null ? [] : [...oddsEffects(market, selection, own), ...(risky ? [riskText(rules)] : [])],
    typed: risky && !waits ? typedOddsOf(changes) : null,
    waits,
  }
}

const takesEffectText = ({ changes, waits = false }: MarketChange): string => {
  if (changes.suspended === true) return 'Bets and cashouts on this market stop at once.'
  return waits ? 'The present odds stay until then.' : 'The change takes effect at once, for bets and cashouts.'
}

type DialogProps = {
  readonly gameId: string
  /** The game, if the screen shows several. */
  readonly gameName?: string
  readonly change: MarketChange
  /** Reads the market again. */
  readonly onChanged: () => Promise<void>
  /** Called when the change is saved, or waits for a second member of staff. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** Confirms a change of a market: old and new values, what new odds cost, the open bets, and a reason. */
export function MarketChangeDialog({ gameId, gameName, change, onChanged, onDone, onClose }: DialogProps) {
  const [typed, setTyped] = useState(change.typed ?? null)
  const save = async (reason: string, entered: string): Promise<string | null> => {
    try {
      const body = { ...change.changes, ...confirmationOf(change.changes, entered), reason }
      await act('PUT /api/admin/games/{id}/markets/{market}', { params: { id: gameId, market: change.market }, body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ODDS_NOT_CONFIRMED') {
        // The model's price has fallen since it was loaded, so the server asks to type the odds again.
        setTyped(typedOddsOf(change.changes))
        await onChanged()
      }
      const failure = failureText(error, 'The market was not changed. Please try again.')
      if (!(error instanceof ApiError) || error.code !== 'ODDS_WAIT') return failure
      showToast('info', failure)
    }
    onDone?.()
    await onChanged()
    return null
  }
  return (
    <ConfirmDialog
      title={change.title}
      verb={change.verb}
      isDangerous={change.changes.suspended === true}
      reason={{ label: 'Reason', missing: 'Please give a reason.' }}
      {...(typed === null ? {} : { typed })}
      onConfirm={save}
      onClose={onClose}
    >
      {gameName !== undefined && <p className="font-bold">{gameName}</p>}
      <dl>
        {change.lines.map(({ name, from, to }) => (
          <FigureRow key={name} name={name}>
            {from} → <b>{to}</b>
          </FigureRow>
        ))}
      </dl>
      {change.effects.length > 0 && (
        <ul>
          {change.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      <p>{takesEffectText(change)}</p>
      <OpenBetsFigures on={{ game: gameId, market: change.market }} />
    </ConfirmDialog>
  )
}

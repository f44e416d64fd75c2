import { CirclePause } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AdminGame, AdminMarket } from '@mupiira/contract/admin-games.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FIELD_ROW, Select } from '../../shared/ui/field.tsx'
import { Card, FigureRow } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { act } from '../kit/staff-api.ts'
import { isOver } from './game-texts.ts'
import {
  type ChangeLine,
  changeLines,
  confirmationOf,
  type MarketChanges,
  oddsToConfirm,
  typedOddsOf,
} from './selection-changes.ts'
import { SelectionForm } from './selection-form.tsx'
import { SelectionTable } from './selection-table.tsx'

type Selection = AdminMarket['selections'][number]
type Change = {
  readonly market: AdminMarket['id']
  readonly title: string
  readonly verb: string
  readonly changes: MarketChanges
  readonly lines: readonly ChangeLine[]
  /** Odds that staff must type again, because they are far above the model's price. */
  readonly typed?: string | null
}
type Edited = { readonly market: AdminMarket['id']; readonly selection: Selection }
type MarketsProps = {
  readonly game: AdminGame
  readonly markets: readonly AdminMarket[]
  readonly onChanged: () => Promise<void>
}

const suspensionOf = ({ id, name, suspended }: AdminMarket, game: AdminGame): Change => ({
  market: id,
  title: suspended ? `Reopen ${name} of ${game.name}?` : `Suspend ${name} of ${game.name}?`,
  verb: suspended ? 'Reopen market' : 'Suspend market',
  changes: { suspended: !suspended },
  lines: [],
})

const changeOf = ({ id, name }: AdminMarket, selection: Selection, changes: MarketChanges): Change => ({
  market: id,
  title: `Change ${name}, ${selection.label}?`,
  verb: 'Change',
  changes,
  lines: changeLines(selection, changes),
  typed: oddsToConfirm(selection, changes),
})

const stateText = ({ suspended, selections }: AdminMarket): string =>
  suspended ? ' (suspended)' : selections.some(({ own }) => own !== null) ? ' (manual odds)' : ''

const EXPLAINED =
  'Model: the model’s odds with the market’s margin. Offered: the odds that players see, within 3 % of the model. Manual odds do not follow the model. Without the approval of a second member of staff they are capped at fair odds. Locked: closed for betting.'

/** The markets with model price, offered price and open bets. */
export function GameMarkets({ game, markets, onChanged }: MarketsProps) {
  const [chosen, setChosen] = useState('')
  // The market may have changed after the form was opened.
  const [changing, setChanging] = useState<Change | null>(null)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** The button that opened the form, for returning the focus. */
  const opener = useRef<HTMLButtonElement>(null)
  const over = isOver(game)
  const market = markets.find(({ id }) => id === chosen) ?? markets[0]
  if (market === undefined) return <p className="text-14 text-muted">No markets yet: this game has no odds.</p>
  const choose = (id: string) => {
    setChosen(id)
    setEdited(null)
  }
  const closeForm = () => {
    opener.current?.focus()
    setEdited(null)
  }
  const save = async (reason: string, entered: string): Promise<string | null> => {
    if (changing === null) return null
    const params = { id: game.id, market: changing.market }
    try {
      const body = { ...changing.changes, ...confirmationOf(changing.changes, entered), reason }
      await act('PUT /api/admin/games/{id}/markets/{market}', { params, body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ODDS_NOT_CONFIRMED') {
        // The model's price has fallen since it was loaded, so the server asks to type the odds again.
        setChanging({ ...changing, typed: typedOddsOf(changing.changes) })
        await onChanged()
      }
      return textOf(error, 'The market was not changed. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <Card as="section" label="Markets">
      <div className={classes(FIELD_ROW, 'pb-3')}>
        <h2 className="mr-auto self-start text-16 font-bold">Markets</h2>
        <Select label="Market" value={market.id} onChange={(event) => choose(event.target.value)}>
          {markets.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
              {stateText(each)}
            </option>
          ))}
        </Select>
        {!over &&
          (market.suspended ? (
            <Button onClick={() => setChanging(suspensionOf(market, game))}>Reopen market</Button>
          ) : (
            <DangerButton icon={CirclePause} onClick={() => setChanging(suspensionOf(market, game))}>
              Suspend market
            </DangerButton>
          ))}
      </div>
      <p className="pb-2 text-12 text-muted">{over ? 'The game is over, so its markets are closed.' : EXPLAINED}</p>
      <SelectionTable
        market={market}
        setButton={(selection) =>
          !over && (
            <Button
              variant="secondary"
              onClick={({ currentTarget }) => {
                opener.current = currentTarget
                setEdited({ market: market.id, selection })
              }}
            >
              Set
            </Button>
          )
        }
        form={({ id }) =>
          edited !== null &&
          edited.market === market.id &&
          edited.selection.id === id && (
            <SelectionForm
              market={market}
              selection={edited.selection}
              onSave={(changes) => {
                closeForm()
                setChanging(changeOf(market, edited.selection, changes))
              }}
              onClose={closeForm}
            />
          )
        }
      />
      {changing !== null && (
        <ConfirmDialog
          title={changing.title}
          verb={changing.verb}
          isDangerous={changing.changes.suspended === true}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          {...(changing.typed == null ? {} : { typed: changing.typed })}
          onConfirm={save}
          onClose={() => setChanging(null)}
        >
          <dl>
            {changing.lines.map(({ name, from, to }) => (
              <FigureRow key={name} name={name}>
                {from} → <b>{to}</b>
              </FigureRow>
            ))}
          </dl>
          <p>
            {changing.changes.suspended === true
              ? 'Bets and cashouts on this market stop at once.'
              : 'The change takes effect at once, for bets and cashouts.'}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

import { CirclePause } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AdminGame, AdminMarket } from '@mupiira/contract/admin-games.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FIELD_ROW, Select } from '../../shared/ui/field.tsx'
import { Card, FigureRow, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { OpenBetsFigures } from '../kit/open-bets.tsx'
import { removeDraft } from '../../state/drafts.ts'
import { useMay } from '../../state/session.ts'
import { act, failureText } from '../kit/staff-api.ts'
import { isOver } from './game-texts.ts'
import { booksText, isRisky, type ManualOddsRules, oddsEffects, riskText } from './manual-odds.ts'
import { type ChangeLine, changeLines, confirmationOf, type MarketChanges, typedOddsOf } from './selection-changes.ts'
import { SelectionForm } from './selection-form.tsx'
import { SelectionTable } from './selection-table.tsx'

type Selection = AdminMarket['selections'][number]
type Change = {
  readonly market: AdminMarket['id']
  readonly title: string
  readonly verb: string
  readonly changes: MarketChanges
  readonly lines: readonly ChangeLine[]
  /** What new odds cost, in sentences. */
  readonly effects: readonly string[]
  /** Odds with a risk that staff must type again, because no second member of staff can approve them. */
  readonly typed?: string | null
  /** The odds wait for a second member of staff. */
  readonly waits?: boolean
}
type Edited = { readonly market: AdminMarket['id']; readonly selection: Selection }
type MarketsProps = {
  readonly game: AdminGame
  readonly markets: readonly AdminMarket[]
  readonly rules: ManualOddsRules
  readonly onChanged: () => Promise<void>
}

const suspensionOf = ({ id, name, suspended }: AdminMarket, game: AdminGame): Change => ({
  market: id,
  title: suspended ? `Reopen ${name} of ${game.name}?` : `Suspend ${name} of ${game.name}?`,
  verb: suspended ? 'Reopen market' : 'Suspend market',
  changes: { suspended: !suspended },
  lines: [],
  effects: [],
})

function changeOf(market: AdminMarket, selection: Selection, changes: MarketChanges, rules: ManualOddsRules): Change {
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

const takesEffectText = ({ changes, waits = false }: Change): string => {
  if (changes.suspended === true) return 'Bets and cashouts on this market stop at once.'
  return waits ? 'The present odds stay until then.' : 'The change takes effect at once, for bets and cashouts.'
}

/** The percentage of each book, with a warning under 100 %. */
function Books({ market: { books } }: { readonly market: AdminMarket }) {
  if (books.length === 0) return null
  const isThin = books.some(({ percent }) => percent < 100)
  return isThin ? (
    <Notice tone="down">{`${booksText(books)}. Under 100 %, players who back every selection win on average.`}</Notice>
  ) : (
    <p className="pb-2 text-14">{booksText(books)}</p>
  )
}

const stateText = ({ suspended, selections }: AdminMarket): string =>
  suspended ? ' (suspended)' : selections.some(({ own }) => own !== null) ? ' (manual odds)' : ''

const EXPLAINED =
  'Fair: the model’s odds without a margin. Model: with the market’s margin. Offered: the odds that players see, within 3 % of the model. House: the share of stakes that the house keeps at the offered odds. Manual odds do not follow the model. Without the approval of a second member of staff they are capped at fair odds. Locked: closed for betting.'

/** The markets with model price, offered price and open bets. */
export function GameMarkets({ game, markets, rules, onChanged }: MarketsProps) {
  const [chosen, setChosen] = useState('')
  // The market may have changed after the form was opened.
  const [changing, setChanging] = useState<Change | null>(null)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** The button that opened the form, for returning the focus. */
  const opener = useRef<HTMLButtonElement>(null)
  const over = isOver(game)
  const mayEdit = useMay()('admin:odds:edit')
  const market = markets.find(({ id }) => id === chosen) ?? markets[0]
  if (market === undefined) return <p className="text-14 text-muted">No markets yet: this game has no odds.</p>
  const choose = (id: string) => {
    setChosen(id)
    setEdited(null)
  }
  const draftOf = (marketId: string, selectionId: string): string => `odds ${game.id} ${marketId} ${selectionId}`
  const closeForm = () => {
    opener.current?.focus()
    setEdited(null)
  }
  const cancelForm = () => {
    if (edited !== null) removeDraft(draftOf(edited.market, edited.selection.id))
    closeForm()
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
      const failure = failureText(error, 'The market was not changed. Please try again.')
      if (!(error instanceof ApiError) || error.code !== 'ODDS_WAIT') return failure
      showToast('info', failure)
    }
    for (const id of Object.keys({ ...changing.changes.odds, ...changing.changes.mostStake }))
      removeDraft(draftOf(changing.market, id))
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
          mayEdit &&
          (market.suspended ? (
            <Button onClick={() => setChanging(suspensionOf(market, game))}>Reopen market</Button>
          ) : (
            <DangerButton icon={CirclePause} onClick={() => setChanging(suspensionOf(market, game))}>
              Suspend market
            </DangerButton>
          ))}
      </div>
      <p className="pb-2 text-12 text-muted">{over ? 'The game is over, so its markets are closed.' : EXPLAINED}</p>
      <Books market={market} />
      <SelectionTable
        market={market}
        setButton={(selection) =>
          !over &&
          mayEdit && (
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
              draft={draftOf(market.id, id)}
              rules={rules}
              onSave={(changes) => {
                closeForm()
                setChanging(changeOf(market, edited.selection, changes, rules))
              }}
              onClose={cancelForm}
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
          {changing.effects.length > 0 && (
            <ul>
              {changing.effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          )}
          <p>{takesEffectText(changing)}</p>
          <OpenBetsFigures on={{ game: game.id, market: changing.market }} />
        </ConfirmDialog>
      )}
    </Card>
  )
}

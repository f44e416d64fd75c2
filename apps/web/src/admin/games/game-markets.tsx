import { CirclePause } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AdminGame, AdminMarket } from '@mupiira/contract/admin-games.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FIELD_ROW, Select } from '../../shared/ui/field.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { removeDraft } from '../../state/drafts.ts'
import { useMay } from '../../state/session.ts'
import { isOver } from './game-texts.ts'
import { booksText, type ManualOddsRules } from './manual-odds.ts'
import { type MarketChange, MarketChangeDialog, selectionChangeOf, suspensionOf } from './market-change.tsx'
import { SelectionForm } from './selection-form.tsx'
import { SelectionTable } from './selection-table.tsx'

type Selection = AdminMarket['selections'][number]
type Edited = { readonly market: AdminMarket['id']; readonly selection: Selection }
type MarketsProps = {
  readonly game: AdminGame
  readonly markets: readonly AdminMarket[]
  readonly rules: ManualOddsRules
  readonly onChanged: () => Promise<void>
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
  const [changing, setChanging] = useState<MarketChange | null>(null)
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
  const removeDrafts = ({ market: id, changes }: MarketChange): void => {
    for (const selection of Object.keys({ ...changes.odds, ...changes.mostStake })) removeDraft(draftOf(id, selection))
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
                setChanging(selectionChangeOf(market, edited.selection, changes, rules))
              }}
              onClose={cancelForm}
            />
          )
        }
      />
      {changing !== null && (
        <MarketChangeDialog
          gameId={game.id}
          change={changing}
          onChanged={onChanged}
          onDone={() => removeDrafts(changing)}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  )
}

import { Ticket } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useNow } from '../../shared/clock.ts'
import { textOf } from '../../shared/api/errors.ts'
import { money } from '../../shared/format/amounts.ts'
import { bonusRule, countQualifying } from '@mupiira/domain/ticket/totals.ts'
import { negativeBalanceText } from '@mupiira/domain/limits/stake-rules.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CountPill, Notice } from '../../shared/ui/surfaces.tsx'
import { EmptyState, Loading, Skeleton } from '../../shared/ui/states.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { replaceSelections, useSlip } from '../../state/slip.ts'
import { BookingLoader } from './booking-loader.tsx'
import { BonusBanner } from './bonus-banner.tsx'
import { usePlacedBet } from './placed-bet.ts'
import { PlacedBet } from './placed.tsx'
import { SelectionCard } from './selection-card.tsx'
import { oddsPerGame, slipLines } from './slip-figures.ts'
import { SlipCodeCard } from './slip-code-card.tsx'
import { StakeForm } from './stake-form.tsx'
import { useQuote } from './use-quote.ts'

/** The slip, as a screen of its own or as the right column. `lead` stands before its title. */
export function SlipPanel({ lead }: { readonly lead?: ReactNode }) {
  const placed = usePlacedBet((state) => state.placed)
  const count = useSlip((state) => state.items.length)
  // Selections that came since, by a booking code, are a new slip.
  useEffect(() => {
    if (count > 0) usePlacedBet.setState({ placed: null })
  }, [count])
  if (placed !== null) return <PlacedBet />
  return (
    <section aria-label="Betslip" className="flex flex-col gap-2 px-3 pb-4">
      <div className="flex h-14 items-center gap-2">
        {lead}
        <h2 className="text-20 font-bold tracking-tight">Sport</h2>
        <CountPill count={count} label="selections" />
        {count > 0 && (
          <button
            type="button"
            onClick={() => replaceSelections([])}
            className="ml-auto inline-flex min-h-11 items-center text-12 font-bold text-muted"
          >
            REMOVE ALL
          </button>
        )}
      </div>
      <BalanceWarning />
      {count === 0 ? <EmptySlip /> : <FilledSlip />}
    </section>
  )
}

function EmptySlip() {
  return (
    <>
      <EmptyState
        icon={<Ticket className="size-8" />}
        title="Your slip is empty"
        text="Tap the odds of a game to add a selection."
        action={<ButtonLink href="/sports">See the games</ButtonLink>}
      />
      <BookingLoader />
    </>
  )
}

function FilledSlip() {
  const now = useNow(30_000)
  const items = useSlip((state) => state.items)
  const settings = usePublicSettings()
  const quote = useQuote(items)
  const lines = slipLines(items, quote.data)
  if (settings === undefined) return <FormSkeleton />
  const perGame = oddsPerGame(lines, 'odds') ?? []
  const joint = lines.some((line) => line.sameGame)
  return (
    <>
      <BonusBanner qualifyingGames={countQualifying(perGame, bonusRule(settings.bonusMinOdds))} />
      <SlipCodeCard blocked={lines.some((line) => line.problem !== null)} />
      <ul className="flex flex-col gap-2">
        {lines.map((line) => (
          <SelectionCard key={line.item.id} line={line} now={now} />
        ))}
      </ul>
      {joint && quote.error === null && (
        <Notice tone="info">
          Selections of the same game are priced together: their joint odds replace the product.
        </Notice>
      )}
      {quote.error !== null && (
        <Notice tone="down" live>
          {textOf(quote.error, 'The odds could not be checked. Please check your internet connection.')}
        </Notice>
      )}
      <StakeForm lines={lines} quote={quote.data} settings={settings} />
    </>
  )
}

/** D21 */
function BalanceWarning() {
  const balance = useBalance()
  if (balance === null || balance >= 0) return null
  return <Notice tone="down">{negativeBalanceText(money(balance))}</Notice>
}

function FormSkeleton() {
  return (
    <Loading what="the slip">
      <div className="flex flex-col gap-2">
        <Skeleton look="h-13 w-full" />
        <Skeleton look="h-22 w-full" />
        <Skeleton look="h-64 w-full" />
      </div>
    </Loading>
  )
}

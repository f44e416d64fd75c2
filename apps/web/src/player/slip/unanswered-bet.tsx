import type { Body } from '../../shared/api/client.ts'
import { moneyText, withoutLineBreaks } from '../../shared/format/amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { unansweredText } from './automatic-retry.ts'

type UnansweredProps = {
  readonly bet: Body<'POST /api/bets'>
  readonly retriesAutomatically: boolean
  readonly onRepeat: () => void
  readonly onDiscard: () => void
}

/** Shown after the connection was lost during the placement, because the outcome is unknown. */
export function Unanswered({ bet, retriesAutomatically, onRepeat, onDiscard }: UnansweredProps) {
  return (
    <div
      role="alert"
      className="flex flex-col gap-1.5 rounded-card border border-live p-2 text-14 tight:gap-1 tight:text-12"
    >
      <p className="font-bold">We do not know yet whether your bet was placed.</p>
      <p className="tabular">{withoutLineBreaks(betText(bet))}</p>
      <p className="text-12 text-muted">{unansweredText(retriesAutomatically)}</p>
      <Button wide onClick={onRepeat}>
        Check again
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink href="/mybets" variant="secondary">
          My Bets
        </ButtonLink>
        <Button variant="secondary" onClick={onDiscard}>
          Stop checking
        </Button>
      </div>
    </div>
  )
}

/** "UGX 25,000.00 on 3 selections · booking code K7PWM4XD" */
function betText({ stake, selections, bookingCode }: Body<'POST /api/bets'>): string {
  const count = selections.length
  const bet = `${moneyText(stake)} on ${counted(count, 'selection')}`
  return bookingCode === undefined ? bet : `${bet} · booking code ${bookingCode}`
}

import { useQueryClient } from '@tanstack/react-query'
import { useId, type FormEvent } from 'react'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { checkStake, stakeRefusalText } from '@mupiira/domain/limits/stake-rules.ts'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { money, moneyText, parseTyped, plainText } from '../../shared/format/amounts.ts'
import { rulesOf } from '../../shared/rules-of.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { AmountField, Checkbox } from '../../shared/ui/field.tsx'
import { Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { withSlipCode } from '../../state/issue-slip-code.ts'
import { useUser } from '../../state/session.ts'
import { acceptOdds, setAcceptOddsChanges, setStake, useSlip } from '../../state/slip.ts'
import { usePlacing } from './place-bet.ts'
import { betBody, figuresOf, type Quote, type SlipLine } from './slip-figures.ts'

type StakeFormProps = {
  readonly lines: readonly SlipLine[]
  readonly quote: Quote | undefined
  readonly settings: PublicSettings
}

/** Stake, what it would win, and PLACE BET (SLIP-20 to SLIP-24, SLIP-30 to SLIP-41, SLIP-53, SLIP-54). */
export function StakeForm({ lines, quote, settings }: StakeFormProps) {
  const errorId = useId()
  const client = useQueryClient()
  const user = useUser()
  const balance = useBalance()
  const { stake, acceptOddsChanges } = useSlip()
  const { action, refusal, refuse } = usePlacing()
  const stakeUgx = parseTyped(stake)
  const maxPayout = quote?.maxPayout ?? settings.maxPayout
  const figures = figuresOf(lines, stakeUgx ?? ZERO, { bonusMinOdds: settings.bonusMinOdds, maxPayout })
  const worse = lines.some((line) => line.change === 'worse')
  const blocked = lines.some((line) => line.problem !== null)
  const busy = action.state !== 'idle'

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (user === null) return refuse('Please log in to place a bet')
    const rules = rulesOf(settings, quote?.minStake)
    const judged = checkStake(
      {
        stakeUgx: stakeUgx ?? ZERO,
        selections: lines.length,
        balanceUgx: money(balance ?? 0),
        isFirstBet: 'unknown',
        // The server counts the day's tickets.
        ticketsToday: 0,
      },
      rules,
    )
    if (!judged.ok) return refuse(stakeRefusalText(judged.error))
    refuse(null)
    action.send(withSlipCode(betBody(lines, judged.value, acceptOddsChanges, figures?.bonusPercent ?? 0), user.id))
  }
  const onAcceptOdds = () => {
    refuse(null)
    acceptOdds(new Map(lines.map((line) => [line.item.id, formatOdds(line.odds)])))
    void client.invalidateQueries({ queryKey: ['POST /api/bets/quote'] })
  }

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-2">
      <Card>
        <AmountField
          label={`Stake (UGX) · your minimum ${plainText(quote?.minStake ?? settings.minBetAmount)}`}
          name="stake"
          value={stake}
          disabled={busy}
          onAmount={(typed) => {
            setStake(typed)
            refuse(null)
          }}
        />
        <dl className="pt-2">
          <FigureRow name="Total odds" look="strong">
            {figures === null ? '–' : formatOdds(figures.totalOddsHundredths)}
          </FigureRow>
          <FigureRow name="Potential win">
            {figures === null ? '–' : <Money amount={Number(figures.potentialWinUgx) / 100} />}
          </FigureRow>
          <FigureRow
            name={`Win bonus ${figures?.bonusPercent ?? 0}%`}
            look={figures && figures.bonusUgx > 0n ? 'up' : 'plain'}
          >
            {figures === null ? '–' : <Money amount={Number(figures.bonusUgx) / 100} signed={figures.bonusUgx > 0n} />}
          </FigureRow>
          <FigureRow name="Payout" look="sum">
            {figures === null ? '–' : <Money amount={Number(figures.payoutUgx) / 100} />}
          </FigureRow>
        </dl>
        {figures?.cut && <p className="text-12 text-muted">Maximum payout {moneyText(maxPayout)}</p>}
      </Card>
      {/* One place for both: PLACE BET must not move under the thumb when the odds do. */}
      <div className="flex min-h-15 flex-col justify-center">
        {worse && !acceptOddsChanges ? (
          <Notice tone="info" live>
            <div className="flex items-center justify-between gap-3">
              <span>The odds have changed.</span>
              <Button look="secondary" onClick={onAcceptOdds}>
                Accept new odds
              </Button>
            </div>
          </Notice>
        ) : (
          <Checkbox
            label="Accept odds changes"
            checked={acceptOddsChanges}
            onChange={(event) => setAcceptOddsChanges(event.target.checked)}
          />
        )}
      </div>
      {refusal !== null && (
        <Notice tone="down" live>
          <span id={errorId}>{refusal}</span>
        </Notice>
      )}
      {refusal?.startsWith('Insufficient balance') && (
        <ButtonLink href="/deposit" look="secondary" wide>
          Deposit
        </ButtonLink>
      )}
      {action.state === 'unanswered' ? (
        <Unanswered onAskAgain={action.askAgain} onForget={action.forget} />
      ) : (
        <div className="bg-paper wide:sticky wide:bottom-0 wide:-mx-3 wide:px-3 wide:py-2">
          <Button
            type="submit"
            wide
            tall
            busy={action.state === 'sending'}
            busyText="Placing your bet…"
            disabled={blocked}
            aria-describedby={refusal === null ? undefined : errorId}
          >
            PLACE BET
          </Button>
        </div>
      )}
      {user === null && (
        <ButtonLink href="/login" look="secondary" wide>
          LOG IN
        </ButtonLink>
      )}
    </form>
  )
}

type UnansweredProps = { readonly onAskAgain: () => void; readonly onForget: () => void }

/** The connection went while the bet was on its way: nobody here knows whether it was placed. */
function Unanswered({ onAskAgain, onForget }: UnansweredProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card border border-live p-3 text-14">
      <p className="font-bold">We did not hear whether your bet was placed.</p>
      <p className="text-muted">Ask again as often as you like: this bet can be placed only once.</p>
      <Button wide onClick={onAskAgain}>
        Ask again
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink href="/mybets" look="secondary">
          My Bets
        </ButtonLink>
        <Button look="secondary" onClick={onForget}>
          Discard
        </Button>
      </div>
    </div>
  )
}

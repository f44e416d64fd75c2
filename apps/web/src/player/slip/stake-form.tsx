import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { checkStake, minimumStake, stakeRefusalText } from '@mupiira/domain/limits/stake-rules.ts'
import { ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { money, moneyText, parseTyped, plainText } from '../../shared/format/amounts.ts'
import { takeLostFocus } from '../../shared/focus-lost.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { rulesOf } from '../../shared/rules-of.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { AmountField, Checkbox } from '../../shared/ui/field.tsx'
import { Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { withSlipCode } from '../../state/issue-slip-code.ts'
import { offlineText } from '../../state/money-action.ts'
import { useUser } from '../../state/session.ts'
import { acceptOdds, removeSelections, setAcceptOddsChanges, setStake, useSlip } from '../../state/slip.ts'
import { MovedOdds } from './moved-odds.tsx'
import { usePlacing } from './place-bet.ts'
import { acceptJoint } from './seen-joint.ts'
import { betBody, figuresOf, totalChange, type JointGame, type Quote, type SlipLine } from './slip-figures.ts'
import { Unanswered } from './unanswered-bet.tsx'

type StakeFormProps = {
  readonly lines: readonly SlipLine[]
  readonly joint: readonly JointGame[]
  readonly quote: Quote | undefined
  readonly settings: PublicSettings
  /** False while he has excluded himself; the slip says so above. */
  readonly mayBet: boolean
}

/** Stake, what it would win, and PLACE BET (SLIP-20 to SLIP-24, SLIP-30 to SLIP-41, SLIP-53, SLIP-54). */
export function StakeForm({ lines, joint, quote, settings, mayBet }: StakeFormProps) {
  const errorId = useId()
  const client = useQueryClient()
  const user = useUser()
  const balance = useBalance()
  const { stake, acceptOddsChanges } = useSlip()
  const { action, asksByItself, refusal, refuse } = usePlacing()
  const [hasAccepted, setAccepted] = useState(false)
  const stakeUgx = parseTyped(stake)
  const maxPayout = quote?.maxPayout ?? settings.maxPayout
  const closed = lines.filter((line) => line.problem !== null)
  const open = lines.filter((line) => line.problem === null)
  const figures =
    open.length === 0 ? null : figuresOf(open, stakeUgx ?? ZERO, { bonusMinOdds: settings.bonusMinOdds, maxPayout })
  const total = totalChange(open)
  const worse = [...open, ...joint].some(({ change }) => change === 'worse')
  const busy = action.state !== 'idle'
  const asksToAccept = closed.length === 0 && worse && !acceptOddsChanges && action.state !== 'unanswered'
  // The question whether to accept them says it already.
  const isSaid = asksToAccept && refusal?.startsWith('The odds have changed') === true

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || figures === null || !mayBet) return
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
    const offline = offlineText('bet')
    refuse(offline)
    if (offline !== null) return
    const body = withSlipCode(betBody(lines, judged.value, acceptOddsChanges, figures.bonusPercent), user.id)
    action.send(
      body,
      lines.map(({ item }) => item),
    )
  }
  const onAcceptOdds = () => {
    refuse(null)
    setAccepted(true)
    acceptOdds(new Map(lines.map((line) => [line.item.id, formatOdds(line.odds)])))
    acceptJoint(joint)
    void client.invalidateQueries({ queryKey: ['POST /api/bets/quote'] })
  }

  return (
    // Where it does not stay as a whole its parts are those of the slip: its last one then stays, however long the slip.
    <form
      onSubmit={onSubmit}
      noValidate
      className="contents roomy:**:scroll-mb-0! roomy:sticky roomy:bottom-0 roomy:-mx-3 roomy:flex roomy:flex-col roomy:gap-2 roomy:border-t roomy:border-line roomy:bg-paper roomy:px-3 roomy:pt-2"
    >
      <Card>
        <AmountField
          label={`Stake (UGX) · your minimum ${plainText(quote?.minStake ?? firstMinimum(settings))}`}
          name="stake"
          value={stake}
          disabled={busy}
          hint={<Bounds maxStake={quote?.maxStake ?? settings.maxBetAmount} balance={balance} />}
          onAmount={(typed) => {
            setStake(typed)
            refuse(null)
          }}
        />
        <dl className="pt-2">
          <FigureRow name="Total odds" look="strong">
            {figures === null ? (
              '–'
            ) : (
              <MovedOdds
                seen={total?.seen ?? figures.totalOddsHundredths}
                now={figures.totalOddsHundredths}
                change={total?.change ?? 'same'}
              />
            )}
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
        </dl>
        {figures?.cut && <p className="text-12 text-muted">Maximum payout {moneyText(maxPayout)}</p>}
      </Card>
      {/* What there is to know before PLACE BET is seen with it. Space below: the middle of the bottom bar stands out. */}
      <div className="room:sticky bottom-[calc(57px+env(safe-area-inset-bottom))] z-10 -mx-3 flex flex-col gap-2 border-t border-line bg-paper px-3 pb-4 **:scroll-mb-0! md:bottom-0 md:pb-2 roomy:static roomy:border-t-0">
        {/* One place for all of these: PLACE BET must not move under the thumb when the odds do. */}
        <div className="flex min-h-15 flex-col justify-center">
          {closed.length > 0 ? (
            <Notice tone="info" live>
              <div className="flex items-center justify-between gap-3">
                <span>{closedText(closed.length)}</span>
                <span className="shrink-0">
                  <Button look="secondary" onClick={() => removeSelections(closed.map(({ item }) => item.id))}>
                    Remove {closed.length} closed
                  </Button>
                </span>
              </div>
            </Notice>
          ) : asksToAccept ? (
            <Notice tone="info" live>
              <div className="flex items-center justify-between gap-3">
                <span className="min-w-0">
                  <span id={isSaid ? errorId : undefined}>{isSaid ? refusal : 'The odds have changed.'}</span>
                  <WorseOdds lines={open} />
                </span>
                <Button look="secondary" onClick={onAcceptOdds}>
                  Accept new odds
                </Button>
              </div>
            </Notice>
          ) : (
            <div ref={hasAccepted ? takeLostFocus : null} tabIndex={-1}>
              <Checkbox
                label="Accept odds changes"
                checked={acceptOddsChanges}
                onChange={(event) => setAcceptOddsChanges(event.target.checked)}
              />
            </div>
          )}
        </div>
        {refusal !== null && !isSaid && (
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
          <Unanswered asksByItself={asksByItself} onAskAgain={action.askAgain} onForget={action.forget} />
        ) : (
          // The figure has what the button leaves, however long it is: the button keeps its width while a stake is typed.
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <dl className="grow-[999]">
              <dt className="text-14 font-bold">Payout</dt>
              <dd className={classes('leading-6 font-bold', sizeOf(figures?.payoutUgx ?? 0n))}>
                {figures === null ? '–' : <Money amount={Number(figures.payoutUgx) / 100} />}
              </dd>
            </dl>
            <div className="grow basis-[42%]">
              <Button
                type="submit"
                wide
                tall
                busy={action.state === 'sending'}
                busyText={action.isRepeated ? 'Asking about your bet…' : 'Placing your bet…'}
                // What is bought is known first: joint odds come with the server's answer (D27).
                disabled={!mayBet || closed.length > 0 || figures === null}
                aria-describedby={refusal === null ? undefined : errorId}
              >
                PLACE BET
              </Button>
            </div>
          </div>
        )}
      </div>
      {user === null && (
        <ButtonLink href="/login" look="secondary" wide>
          LOG IN
        </ButtonLink>
      )}
    </form>
  )
}

/** Beside the button there is room for UGX 9,999,999.99 in large figures, on the narrowest phones in small ones. */
const sizeOf = (payoutUgx: bigint): string => (payoutUgx < LONG_UGX ? 'text-20 max-[22rem]:text-16' : 'text-16')
const LONG_UGX = 1_000_000_000n

const closedText = (count: number): string =>
  count === 1 ? 'A selection is closed.' : `${count} selections are closed.`

type BoundsProps = { readonly maxStake: number; readonly balance: number | null }

/** What the stake may be at most, and what there is: both are known before anything is pressed. */
const Bounds = ({ maxStake, balance }: BoundsProps) => (
  <span className="flex flex-wrap justify-between gap-x-3 tabular">
    <span>Maximum {plainText(maxStake)}</span>
    {balance !== null && <span>Balance {moneyText(balance)}</span>}
  </span>
)

/** Until the server has said it, the first bet's (SLIP-33). */
const firstMinimum = (settings: PublicSettings): number => ugxToNumber(minimumStake('unknown', rulesOf(settings)))

/** Which odds are asked about: the selections themselves may have been scrolled away. */
function WorseOdds({ lines }: { readonly lines: readonly SlipLine[] }) {
  const [first, ...more] = lines.filter(({ change, sameGame }) => change === 'worse' && !sameGame)
  const oddsText = useOddsText()
  if (first === undefined) return null
  return (
    <span className="block truncate text-12">
      {first.item.label} {oddsText(first.seen)} → {oddsText(first.odds)}
      {more.length > 0 && ` and ${more.length} more`}
    </span>
  )
}

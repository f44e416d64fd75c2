import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { amountProblemText, parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type ReturnState, useReturnHere } from '../../shared/return-here.ts'
import { restoreLostFocus } from '../../shared/focus-lost.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { money, plainText } from '../../shared/format/amounts.ts'
import { Checkbox } from '../../shared/ui/field.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { withSlipCode } from '../../state/issue-slip-code.ts'
import { offlineText } from '../../state/connectivity.ts'
import { useSession, useUser } from '../../state/session.ts'
import { setAcceptOddsChanges, setStake, useSlip } from '../../state/slip.ts'
import { type BetRefusal, LOGGED_OUT, refusedStake } from './bet-refusal.ts'
import { OddsPolicyField } from './odds-policy-field.tsx'
import { useOddsPolicy } from './odds-policy.ts'
import { usePlaceBet } from './place-bet.ts'
import {
  betBody,
  figuresOf,
  isCounted,
  type JointGame,
  type Quote,
  type SlipLine,
  withAcceptedOdds,
} from './slip-figures.ts'
import { missingDeposit } from './missing-deposit.ts'
import { acceptChanges, MESSAGE_ACTION, type Question, SlipMessage } from './slip-message.tsx'
import { firstMinimum, isBelow, SlipLimits, SlipTotal, StakeField } from './stake-figures.tsx'
import { Unanswered } from './unanswered-bet.tsx'
import { minimumOf } from './use-quote.ts'
import { useStake } from './use-stake.ts'
import { Form } from '../../shared/ui/form.tsx'

type StakeFormProps = {
  readonly lines: readonly SlipLine[]
  readonly joint: readonly JointGame[]
  readonly quote: Quote | undefined
  /** Why the slip has no quote, else null. */
  readonly unpriced: string | null
  readonly settings: PublicSettings
  /** False during an exclusion. A notice above explains it. */
  readonly mayBet: boolean
  readonly isSheet: boolean
}

/** Stake, potential win and PLACE BET (SLIP-20 to SLIP-24, SLIP-30 to SLIP-41, SLIP-53, SLIP-54). */
export function StakeForm({ lines, joint, quote, unpriced, settings, mayBet, isSheet }: StakeFormProps) {
  const errorId = useId()
  const user = useUser()
  const returnHere = useReturnHere()
  const returnTo = isSheet ? { from: '/betslip' } : returnHere
  const balance = useBalance()
  const stake = useStake()
  const { acceptOddsChanges } = useSlip()
  const { policy, choose } = useOddsPolicy()
  // The odds of a live game move often, so the slip then offers all choices, and always to players with another choice
  // than the usual one.
  const choosesPolicy = user !== null && (policy !== 'better' || lines.some(({ isLive }) => isLive))
  const oddsPolicy = acceptOddsChanges && !choosesPolicy ? 'any' : policy
  const { request, retriesAutomatically, refusal, setRefusal } = usePlaceBet()
  const typedStake = parseAmount(stake)
  const stakeUgx = typedStake.ok ? typedStake.value : ZERO
  const minStake = minimumOf(quote, user?.id ?? null)
  const maxPayout = quote?.maxPayout ?? settings.maxPayout
  const bonusMinOdds = quote?.hasWinBonus === false ? Infinity : settings.bonusMinOdds
  const closed = lines.filter((line) => !isCounted(line))
  const open = lines.filter(isCounted)
  const suspended = lines.filter((line) => line.isSuspended)
  const figures = open.length === 0 ? null : figuresOf(open, stakeUgx, { bonusMinOdds, maxPayout })
  const hasWorse = [...open, ...joint].some(({ change }) => change === 'worse')
  const question: Question =
    closed.length > 0
      ? 'remove-closed'
      : suspended.length > 0
        ? 'wait'
        : hasWorse && oddsPolicy !== 'any' && request.state !== 'unknown'
          ? 'accept-odds'
          : null
  const accepts = question === 'accept-odds'
  const isBlocked = closed.length > 0 || suspended.length > 0
  const minimum = minStake ?? firstMinimum(settings)
  // The minimum depends on the player, so a visitor is asked to log in first. Before the quote arrives, the minimum is
  // unknown, and the button must not change while the player taps it.
  const knowsMinimum = user !== null && minStake !== undefined
  const offersMinimum = knowsMinimum && mayBet && !isBlocked && figures !== null && isBelow(stake, minimum)
  const minimumSetAtMs = useRef(-Infinity)
  const isLoading = useSession().status === 'loading'
  const areSettled = useSettledOdds(accepts, figures?.totalOddsHundredths ?? null)

  /** Checks on the device: why the bet cannot be sent, or null. */
  const refusalOnDevice = (): BetRefusal | null => {
    if (user === null) return LOGGED_OUT
    if (!typedStake.ok && typedStake.error !== 'EMPTY')
      return { reason: 'UNKNOWN', text: amountProblemText(typedStake.error) }
    const refused = refusedStake({ stakeUgx, selections: lines.length, balance }, settings, minStake)
    if (refused !== null) return refused
    const offline = offlineText('bet')
    return offline === null ? null : { reason: 'OFFLINE', text: offline }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (request.state !== 'idle' || figures === null || !mayBet || isLoading || suspended.length > 0) return
    // The second tap of a double tap on "Set stake" must not place the bet.
    if (performance.now() - minimumSetAtMs.current < SETTLE_MS) return
    if (accepts && !areSettled()) return
    const refused = refusalOnDevice()
    setRefusal(refused)
    if (refused !== null || user === null) return
    if (accepts) acceptChanges(open, joint)
    const seen = accepts ? lines.map(withAcceptedOdds) : lines
    const body = withSlipCode(betBody(seen, stakeUgx, oddsPolicy, figures.bonusPercent), user.id)
    request.send(
      body,
      lines.map(({ item }) => item),
    )
  }

  const isCovered = balance !== null && money(balance) >= stakeUgx
  useEffect(() => {
    // The balance can rise without an action here, for example after a deposit on another device.
    if (isCovered) setRefusal((current) => (current?.reason === 'INSUFFICIENT_BALANCE' ? null : current))
  }, [isCovered, setRefusal])
  const changeStake = (typed: string) => {
    setStake(typed)
    setRefusal(null)
  }
  const setMinimum = () => {
    minimumSetAtMs.current = performance.now()
    changeStake(plainText(minimum))
  }

  const isUnknown = request.state === 'unknown'
  const maxStake = quote?.maxStake ?? settings.maxBetAmount
  // A bet that was sent before the exclusion still shows its outcome.
  if (!mayBet && request.state === 'idle') return null
  return (
    <Form onSubmit={onSubmit} className="contents">
      <SlipLimits figures={figures} maxStake={maxStake} maxPayout={maxPayout} delaySeconds={quote?.delaySeconds ?? 0} />
      {choosesPolicy ? (
        <OddsPolicyField policy={policy} onChoose={choose} />
      ) : (
        <Checkbox
          label="Accept odds changes"
          checked={acceptOddsChanges}
          onChange={(event) => setAcceptOddsChanges(event.target.checked)}
        />
      )}
      {/* On low screens, only the payout and PLACE BET stay visible below a long slip. */}
      <div className={classes('contents', FOOT, !isSheet && ABOVE_BAR)}>
        <SlipMessage
          question={question}
          open={open}
          closed={closed}
          suspended={suspended}
          refusal={mayBet ? refusal : null}
          refusalId={errorId}
          unpriced={unpriced}
          action={<RefusalAction refusal={refusal} onStake={changeStake} returnTo={returnTo} />}
        />
        {isUnknown && request.open !== null ? (
          <Unanswered
            bet={request.open.body}
            retriesAutomatically={retriesAutomatically}
            onRepeat={request.repeat}
            onDiscard={request.discard}
          />
        ) : (
          <>
            <StakeField
              minimum={minimum}
              maxStake={maxStake}
              disabled={request.state !== 'idle'}
              onStake={changeStake}
            />
            <SlipTotal open={open} figures={figures} />
            {/* The payout is beside the button. The width of the button does not change. */}
            <div
              className={classes(
                'bottom-(--bottom-bar) z-10 -mx-3 flex flex-wrap items-center gap-x-3 gap-y-1 bg-paper px-3 room:sticky high:static',
                !isSheet && 'pb-4 md:pb-2 high:pb-0',
              )}
            >
              <Payout payoutUgx={figures?.payoutUgx ?? null} />
              <div className="grow basis-[42%]">
                {refusal?.reason === 'INSUFFICIENT_BALANCE' && mayBet ? (
                  <DepositLink stakeUgx={stakeUgx} settings={settings} />
                ) : (
                  <Button
                    // Enter in the field still submits the form, and shows why the stake is too low.
                    type={offersMinimum ? 'button' : 'submit'}
                    onClick={offersMinimum ? setMinimum : undefined}
                    wide
                    tall
                    busy={request.state === 'sending' || isLoading}
                    busyText={isLoading ? 'Loading…' : request.isRepeat ? 'Checking your bet…' : 'Placing your bet…'}
                    // Joint odds must arrive from the server first, so that the player sees the price.
                    disabled={!mayBet || isBlocked || figures === null}
                    aria-describedby={refusal === null ? undefined : errorId}
                  >
                    {offersMinimum ? (
                      <span className="text-14">
                        Set stake to <span className="whitespace-nowrap">UGX {plainText(minimum)}</span>
                      </span>
                    ) : question === 'wait' ? (
                      'Suspended'
                    ) : question === 'accept-odds' ? (
                      <span className="text-14">Accept changes and place bet</span>
                    ) : (
                      'PLACE BET'
                    )}
                  </Button>
                )}
              </div>
            </div>
          </>
        )}
      </div>
    </Form>
  )
}

/** The footer of the slip. It stays visible, and takes less than half of the height of a phone with every message. */
const FOOT =
  'high:sticky high:mt-auto high:bottom-(--bottom-bar) high:z-10 high:-mx-3 high:flex high:flex-col high:gap-1 high:border-t high:border-line high:bg-paper high:px-3 high:pt-2 high:pb-2 high:**:scroll-mb-0!'
/** Keeps a distance to the raised button of the bottom bar. */
const ABOVE_BAR = 'high:max-md:pb-4'

type RefusalActionProps = {
  readonly refusal: BetRefusal | null
  readonly onStake: (typed: string) => void
  readonly returnTo: ReturnState
}

/** The player's next step beside the message of a refusal: log in, or use the largest possible stake. */
function RefusalAction({ refusal, onStake, returnTo }: RefusalActionProps) {
  const isVisitor = useUser() === null
  if (refusal === null) return null
  const { mostStake } = refusal
  if (mostStake !== undefined)
    return (
      <button type="button" onClick={() => onStake(plainText(mostStake))} className={MESSAGE_ACTION}>
        Use {plainText(mostStake)}
      </button>
    )
  return isVisitor && refusal === LOGGED_OUT ? (
    <span className="flex shrink-0 gap-1">
      <Link href="/login" state={returnTo} className={MESSAGE_ACTION}>
        Log in
      </Link>
      <Link href="/register" state={returnTo} className={MESSAGE_ACTION}>
        JOIN NOW
      </Link>
    </span>
  ) : null
}

type DepositLinkProps = { readonly stakeUgx: Ugx; readonly settings: PublicSettings }

/** Replaces PLACE BET while the balance is too low for the stake. */
function DepositLink({ stakeUgx, settings }: DepositLinkProps) {
  const deposit = missingDeposit(stakeUgx, useBalance(), settings.firstDepositRule)
  return (
    <div ref={restoreLostFocus} tabIndex={-1} className="rounded-card">
      <ButtonLink href="/deposit" state={deposit} wide tall>
        {deposit.amount === undefined ? (
          'Deposit'
        ) : (
          <span className="text-center text-14">
            Deposit <span className="whitespace-nowrap">UGX {plainText(deposit.amount)}</span>
          </span>
        )}
      </ButtonLink>
    </div>
  )
}

/** For this long after the odds changed, taps are ignored, because the player meant the old odds. */
const SETTLE_MS = 700

/** Returns whether changed odds have been on screen long enough to be accepted by a tap. */
function useSettledOdds(areChanged: boolean, totalOdds: bigint | null): () => boolean {
  const sinceMs = useRef(Infinity)
  useEffect(() => {
    sinceMs.current = areChanged && totalOdds !== null ? performance.now() : Infinity
  }, [areChanged, totalOdds])
  return () => performance.now() - sinceMs.current >= SETTLE_MS
}

const Payout = ({ payoutUgx }: { readonly payoutUgx: Ugx | null }) => (
  <dl className="grow-[999]">
    <dt className="text-14 font-bold">Payout</dt>
    <dd className={classes('leading-6 font-bold', sizeOf(payoutUgx ?? ZERO))}>
      {payoutUgx === null ? '–' : <Money amount={Number(payoutUgx) / 100} />}
    </dd>
  </dl>
)

/** Up to UGX 9,999,999.99 fits beside the button in large digits; on the narrowest phones only in small digits. */
const sizeOf = (payoutUgx: Ugx): string => (payoutUgx < LONG_UGX ? 'text-20 max-[22rem]:text-16' : 'text-16')
const LONG_UGX = 1_000_000_000n

import { type ReactNode, useId } from 'react'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { minimumStake } from '@mupiira/domain/limits/stake-rules.ts'
import { parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { SlipTotals } from '@mupiira/domain/ticket/totals.ts'
import { moneyText, plainText } from '../../shared/format/amounts.ts'
import { typedAmountProblem } from '../../shared/format/typed-amount.ts'
import { rulesOf } from '../../shared/rules-of.ts'
import { classes } from '../../shared/ui/classes.ts'
import { useAmountInput } from '../../shared/ui/field.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { usePlayerSetting } from '../../state/session.ts'
import { useSlip } from '../../state/slip.ts'
import { ChangedOdds } from './changed-odds.tsx'
import { QuickStakes } from './quick-stakes.tsx'
import { type SlipLine, totalChange } from './slip-figures.ts'
import { useStake } from './use-stake.ts'

type StakeFieldProps = {
  readonly minimum: number
  readonly maxStake: number
  readonly disabled: boolean
  readonly onStake: (typed: string) => void
}

/** The stake with its shortcuts (SLIP-20, SLIP-21, BETX-04). The label is inside the box to save height. */
export function StakeField({ minimum, maxStake, disabled, onStake }: StakeFieldProps) {
  const id = useId()
  const stake = useStake()
  // The shortcuts add to a typed stake or to the player's default stake, else to zero.
  const typed = useSlip((slip) => slip.stake)
  const hasDefault = usePlayerSetting('default_stake') !== null
  const balance = useBalance()
  const amount = useAmountInput(stake, onStake)
  const problem = typedAmountProblem(stake)
  return (
    <>
      <div
        className={classes(
          'flex min-h-12 items-center rounded-card border bg-raised focus-within:outline-2 focus-within:outline-ink',
          problem === null ? 'border-ink' : 'border-down',
        )}
      >
        <label htmlFor={id} className="shrink-0 py-1 pl-3 text-12 text-muted">
          <span className="block">Stake (UGX)</span>
          <span className="sr-only"> · </span>
          <span className="block">Minimum {plainText(minimum)}</span>
        </label>
        <input
          {...amount}
          id={id}
          name="stake"
          disabled={disabled}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          className="min-h-11 min-w-0 flex-1 bg-transparent px-3 text-right text-20 font-bold outline-none tabular disabled:text-muted"
        />
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} className="text-12 font-bold text-down">
          {problem}
        </p>
      )}
      <QuickStakes
        typed={typed ?? (hasDefault ? stake : null)}
        maxStake={maxStake}
        balance={balance}
        disabled={disabled}
        onStake={onStake}
      />
    </>
  )
}

type FiguresProps = {
  readonly open: readonly SlipLine[]
  readonly figures: SlipTotals | null
}

/**
 * Total odds and win bonus, beside the payout (SLIP-22, SLIP-24). Wide screens have room for two rows, so the figures
 * never wrap while prices change.
 */
export const SlipTotal = ({ open, figures }: FiguresProps) => (
  <dl className="flex flex-wrap justify-between gap-x-2 lg:flex-col">
    <Figure name="Total odds">
      {figures === null ? '–' : <ChangedTotal open={open} now={figures.totalOddsHundredths} />}
    </Figure>
    <Figure name={`Win bonus ${figures?.bonusPercent ?? 0}%`} isUp={figures !== null && figures.bonusUgx > 0n}>
      {figures === null ? '–' : <Money amount={Number(figures.bonusUgx) / 100} signed={figures.bonusUgx > 0n} />}
    </Figure>
  </dl>
)

type LimitsProps = {
  readonly figures: SlipTotals | null
  readonly maxStake: number
  readonly maxPayout: number
  /** How long the bet waits before it is accepted; 0 without a live game. */
  readonly delaySeconds: number
}

/** Potential win and limits of the stake, above the footer of the slip (SLIP-22, SLIP-70). */
export const SlipLimits = ({ figures, maxStake, maxPayout, delaySeconds }: LimitsProps) => (
  <>
    <dl className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
        <dt className="text-muted">Potential win</dt>
        <dd className="ml-auto font-bold tabular">
          {figures === null ? '–' : <Money amount={Number(figures.potentialWinUgx) / 100} />}
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
        <dt className="text-muted">Maximum stake</dt>
        <dd className="ml-auto tabular">{moneyText(maxStake)}</dd>
      </div>
    </dl>
    {delaySeconds > 0 && (
      <p className="text-12 text-muted">
        We check a bet on a live game for at least {delaySeconds} s before we accept it.
      </p>
    )}
    {figures?.isCapped && <p className="text-12 text-muted">Maximum payout {moneyText(maxPayout)}</p>}
  </>
)

type FigureProps = { readonly name: string; readonly isUp?: boolean; readonly children: ReactNode }

const Figure = ({ name, isUp = false, children }: FigureProps) => (
  <div className="flex items-baseline gap-x-1.5 text-14 max-[22rem]:text-12">
    <dt className="text-12 text-muted">{name}</dt>
    <dd className={classes('font-bold tabular', isUp && 'text-up')}>{children}</dd>
  </div>
)

/** Returns whether a stake is below the minimum; false for an invalid amount, which has its own error. */
export function isBelow(stake: string, minimum: number): boolean {
  const typed = parseAmount(stake)
  return typed.ok ? ugxToNumber(typed.value) < minimum : typed.error === 'EMPTY'
}

function ChangedTotal({ open, now }: { readonly open: readonly SlipLine[]; readonly now: bigint }) {
  const total = totalChange(open)
  return <ChangedOdds seen={total?.seen ?? now} now={now} change={total?.change ?? 'same'} strong={false} compact />
}

/** The minimum of a first bet in shillings, used until the server sends the player's own minimum (SLIP-33). */
export const firstMinimum = (settings: PublicSettings): number =>
  ugxToNumber(minimumStake('unknown', rulesOf(settings)))

import type { ReactNode } from 'react'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { minimumStake } from '@mupiira/domain/limits/stake-rules.ts'
import { parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { SlipTotals } from '@mupiira/domain/ticket/totals.ts'
import { moneyText, plainText } from '../../shared/format/amounts.ts'
import { rulesOf } from '../../shared/rules-of.ts'
import { AmountField } from '../../shared/ui/field.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { usePlayerSetting } from '../../state/session.ts'
import { useSlip } from '../../state/slip.ts'
import { ChangedOdds } from './changed-odds.tsx'
import { QuickStakes } from './quick-stakes.tsx'
import { type Quote, type SlipLine, totalChange } from './slip-figures.ts'
import { useStake } from './use-stake.ts'

type StakeFieldProps = {
  readonly quote: Quote | undefined
  /** Undefined if unknown. */
  readonly minStake: number | undefined
  /** The largest stake that is possible now, after a stake above it was refused. */
  readonly mostStake: number | undefined
  readonly settings: PublicSettings
  readonly disabled: boolean
  readonly onStake: (typed: string) => void
}

/** The stake with its bounds and shortcuts (SLIP-20, SLIP-21, BETX-04). */
export function StakeField({ quote, minStake, mostStake, settings, disabled, onStake }: StakeFieldProps) {
  const stake = useStake()
  // The shortcuts add to a typed stake or to the player's default stake, else to zero.
  const typed = useSlip((slip) => slip.stake)
  const hasDefault = usePlayerSetting('default_stake') !== null
  const balance = useBalance()
  const maxStake = quote?.maxStake ?? settings.maxBetAmount
  return (
    <>
      <AmountField
        label={`Stake (UGX) · your minimum ${plainText(minStake ?? firstMinimum(settings))}`}
        name="stake"
        value={stake}
        disabled={disabled}
        hint={<Bounds maxStake={maxStake} balance={balance} />}
        onAmount={onStake}
        end={!disabled && mostStake !== undefined && <UseStake stake={mostStake} onStake={onStake} />}
      />
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
  /** Null if unknown. */
  readonly figures: SlipTotals | null
  readonly maxPayout: number
}

/** Total odds, potential win and bonus (SLIP-22 to SLIP-24). */
export const Figures = ({ open, figures, maxPayout }: FiguresProps) => (
  <>
    <dl className="py-1">
      <Figure name="Total odds">
        {figures === null ? '–' : <ChangedTotal open={open} now={figures.totalOddsHundredths} />}
      </Figure>
      <Figure name="Potential win">
        {figures === null ? '–' : <Money amount={Number(figures.potentialWinUgx) / 100} />}
      </Figure>
      <Figure name={`Win bonus ${figures?.bonusPercent ?? 0}%`} isUp={figures !== null && figures.bonusUgx > 0n}>
        {figures === null ? '–' : <Money amount={Number(figures.bonusUgx) / 100} signed={figures.bonusUgx > 0n} />}
      </Figure>
    </dl>
    {figures?.isCapped && <p className="text-12 text-muted">Maximum payout {moneyText(maxPayout)}</p>}
  </>
)

type FigureProps = { readonly name: string; readonly isUp?: boolean; readonly children: ReactNode }

const Figure = ({ name, isUp = false, children }: FigureProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
    <dt className="text-muted">{name}</dt>
    <dd className={classes('ml-auto font-bold tabular', isUp && 'text-up')}>{children}</dd>
  </div>
)

/** Returns whether a stake is below the minimum; false for an invalid amount, which has its own error. */
export function isBelow(stake: string, minimum: number): boolean {
  const typed = parseAmount(stake)
  return typed.ok ? ugxToNumber(typed.value) < minimum : typed.error === 'EMPTY'
}

type UseStakeProps = { readonly stake: number; readonly onStake: (typed: string) => void }

/** Sets the largest possible stake after a stake above it was refused (SLIP-72). */
const UseStake = ({ stake, onStake }: UseStakeProps) => (
  <button
    type="button"
    onClick={() => onStake(plainText(stake))}
    className="min-h-11 shrink-0 px-3 text-14 font-bold whitespace-nowrap underline"
  >
    Use {plainText(stake)}
  </button>
)

function ChangedTotal({ open, now }: { readonly open: readonly SlipLine[]; readonly now: bigint }) {
  const total = totalChange(open)
  return <ChangedOdds seen={total?.seen ?? now} now={now} change={total?.change ?? 'same'} />
}

type BoundsProps = { readonly maxStake: number; readonly balance: number | null }

/** The maximum stake and the balance, shown from the start, except on very short screens. */
const Bounds = ({ maxStake, balance }: BoundsProps) => (
  <span className="flex flex-wrap justify-between gap-x-3 tabular tight:hidden">
    <span>Maximum {plainText(maxStake)}</span>
    {balance !== null && <span>Balance {moneyText(balance)}</span>}
  </span>
)

/** The minimum of a first bet in shillings, used until the server sends the player's own minimum (SLIP-33). */
export const firstMinimum = (settings: PublicSettings): number =>
  ugxToNumber(minimumStake('unknown', rulesOf(settings)))

import { parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { type Ugx, ugxFromNumber, ugxFromShillings, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { plainText } from '../../shared/format/amounts.ts'

const STEPS = [1_000, 5_000, 10_000, 50_000] as const

type QuickStakesProps = {
  /** The stake as typed; null if the field shows its initial stake. */
  readonly typed: string | null
  readonly maxStake: number
  /** In shillings; null for a visitor and while unknown. */
  readonly balance: number | null
  readonly disabled: boolean
  readonly onStake: (typed: string) => void
}

/** One tap raises the stake, and Max sets the largest possible stake (BETX-04). */
export function QuickStakes({ typed, maxStake, balance, disabled, onStake }: QuickStakesProps) {
  const largest = balance === null ? null : largestStake(balance, maxStake)
  return (
    <div role="group" aria-label="Quick stakes" className="flex flex-wrap gap-1">
      {STEPS.map((step) => (
        <QuickStake
          key={step}
          name={`+${plainText(step)}`}
          disabled={disabled}
          onPress={() => onStake(plainText(raisedStake(typed, step, maxStake)))}
        />
      ))}
      {largest !== null && (
        <QuickStake name="Max" disabled={disabled || largest === 0} onPress={() => onStake(plainText(largest))} />
      )}
    </div>
  )
}

type QuickStakeProps = { readonly name: string; readonly disabled: boolean; readonly onPress: () => void }

const QuickStake = ({ name, disabled, onPress }: QuickStakeProps) => (
  <button
    type="button"
    disabled={disabled}
    onClick={onPress}
    className="-my-1 flex min-h-11 min-w-11 grow items-center text-12 font-bold whitespace-nowrap tabular disabled:text-muted"
  >
    {/* 36 px high with a touch target of 44 px. */}
    <span className="flex min-h-9 w-full items-center justify-center rounded-full border border-line bg-raised px-1">
      {name}
    </span>
  </button>
)

/**
 * Raises a stake by a step, up to the maximum, in shillings. An initial stake and an invalid stake count as zero:
 * `raisedStake(null, 5000, 5000000)` → 5000
 */
export function raisedStake(typed: string | null, step: number, maxStake: number): number {
  const parsed = parseAmount(typed ?? '')
  const before: Ugx = parsed.ok ? parsed.value : ZERO
  return Math.min(ugxToNumber(before) + step, maxStake)
}

/** The balance in whole shillings, up to the maximum stake; 0 for a negative balance. */
export function largestStake(balance: number, maxStake: number): number {
  const parsed = ugxFromNumber(balance)
  const shillings = parsed.ok && parsed.value > 0n ? parsed.value / 100n : 0n
  return Math.min(ugxToNumber(ugxFromShillings(Number(shillings))), maxStake)
}

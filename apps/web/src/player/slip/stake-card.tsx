import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { minimumStake } from '@mupiira/domain/limits/stake-rules.ts'
import { parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { SlipTotals } from '@mupiira/domain/ticket/totals.ts'
import { moneyText, plainText } from '../../shared/format/amounts.ts'
import { rulesOf } from '../../shared/rules-of.ts'
import { AmountField } from '../../shared/ui/field.tsx'
import { Card, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { useSlip } from '../../state/slip.ts'
import { ChangedOdds } from './changed-odds.tsx'
import { type Quote, type SlipLine, totalChange } from './slip-figures.ts'

type StakeCardProps = {
  readonly open: readonly SlipLine[]
  /** Null if unknown. */
  readonly figures: SlipTotals | null
  readonly quote: Quote | undefined
  /** Undefined if unknown. */
  readonly minStake: number | undefined
  readonly settings: PublicSettings
  readonly disabled: boolean
  readonly onStake: (typed: string) => void
}

/** The stake and the potential win (SLIP-20 to SLIP-24, SLIP-53, SLIP-54). */
export function StakeCard({ open, figures, quote, minStake, settings, disabled, onStake }: StakeCardProps) {
  const { stake } = useSlip()
  const balance = useBalance()
  const minimum = minStake ?? firstMinimum(settings)
  return (
    <Card>
      <AmountField
        label={`Stake (UGX) · your minimum ${plainText(minimum)}`}
        name="stake"
        value={stake}
        disabled={disabled}
        hint={<Bounds maxStake={quote?.maxStake ?? settings.maxBetAmount} balance={balance} />}
        onAmount={onStake}
        end={!disabled && isBelow(stake, minimum) && <UseMinimum minimum={minimum} onStake={onStake} />}
      />
      <dl className="pt-2">
        <FigureRow name="Total odds" look="strong">
          {figures === null ? '–' : <TotalOdds open={open} now={figures.totalOddsHundredths} />}
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
      {figures?.cut && (
        <p className="text-12 text-muted">Maximum payout {moneyText(quote?.maxPayout ?? settings.maxPayout)}</p>
      )}
    </Card>
  )
}

function isBelow(stake: string, minimum: number): boolean {
  const typed = parseAmount(stake)
  return !typed.ok || ugxToNumber(typed.value) < minimum
}

type UseMinimumProps = { readonly minimum: number; readonly onStake: (typed: string) => void }

/** The initial stake is below every minimum (SLIP-21), so a button sets the minimum. */
const UseMinimum = ({ minimum, onStake }: UseMinimumProps) => (
  <button
    type="button"
    onClick={() => onStake(plainText(minimum))}
    className="min-h-11 shrink-0 px-3 text-14 font-bold whitespace-nowrap underline"
  >
    Use {plainText(minimum)}
  </button>
)

function TotalOdds({ open, now }: { readonly open: readonly SlipLine[]; readonly now: bigint }) {
  const total = totalChange(open)
  return <ChangedOdds seen={total?.seen ?? now} now={now} change={total?.change ?? 'same'} />
}

type BoundsProps = { readonly maxStake: number; readonly balance: number | null }

/** The maximum stake and the balance, shown before the player presses anything. */
const Bounds = ({ maxStake, balance }: BoundsProps) => (
  <span className="flex flex-wrap justify-between gap-x-3 tabular">
    <span>Maximum {plainText(maxStake)}</span>
    {balance !== null && <span>Balance {moneyText(balance)}</span>}
  </span>
)

/** The first-bet minimum, until the server sends the player's own (SLIP-33). */
const firstMinimum = (settings: PublicSettings): number => ugxToNumber(minimumStake('unknown', rulesOf(settings)))

import { JACKPOT_STEP_MS, jackpotAt } from '@mupiira/domain/casino/jackpot.ts'
import { formatPlain } from '@mupiira/domain/money/ugx.ts'
import { useNow } from '../../shared/clock.ts'
import { useAreSettingsMissing, usePublicSettings } from '../../state/settings.ts'

/** The jackpot, computed from the time for all visitors (HOME-24, HOME-25, D41). The banner is labelled as a demo. */
export function JackpotBanner() {
  const now = useNow(JACKPOT_STEP_MS / 3)
  // By default the jackpot is shown.
  const isDefault = useAreSettingsMissing()
  const settings = usePublicSettings()
  if (!isDefault && settings?.jackpotEnabled !== true) return null
  return (
    <section
      aria-label="Jackpot"
      className="flex min-h-7 flex-wrap items-center gap-x-2 border-b border-line bg-tint px-3 text-12"
    >
      <span>Jackpot · Demo</span>
      <strong className="ml-auto text-14 whitespace-nowrap tabular">UGX {formatPlain(jackpotAt(now))}</strong>
    </section>
  )
}

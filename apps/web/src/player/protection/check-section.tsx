import type { Protection } from '@mupiira/contract/protection.ts'
import { REALITY_CHECK } from '@mupiira/domain/protection/reality-check.ts'
import { api } from '../../shared/api/client.ts'
import { Select } from '../../shared/ui/field.tsx'
import { useProtectionChange } from './use-protection.ts'

const STEP = 15
const CHOICES = Array.from(
  { length: (REALITY_CHECK.mostMinutes - REALITY_CHECK.leastMinutes) / STEP + 1 },
  (_, at) => REALITY_CHECK.leastMinutes + at * STEP,
)

/** The interval of the reality check (PLAY-04). The options include a value chosen elsewhere. */
export function CheckSection({ realityCheckMinutes: minutes }: Pick<Protection, 'realityCheckMinutes'>) {
  const change = useProtectionChange()
  const choices = CHOICES.includes(minutes) ? CHOICES : [...CHOICES, minutes].sort((a, b) => a - b)
  const choose = (chosen: number) =>
    change.run(() => api('PUT /api/protection/reality-check', { body: { minutes: chosen } }))
  return (
    <section aria-labelledby="check" className="flex flex-col gap-3">
      <h2 id="check" className="text-20 font-bold">
        Reality check
      </h2>
      <p className="text-14 text-muted">
        After this time we show you how long you have played, and how much you have won or lost.
      </p>
      <Select
        label="Remind me after"
        value={minutes}
        disabled={change.busy}
        error={change.refusal ?? undefined}
        onChange={(event) => void choose(Number(event.target.value))}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice} minutes
          </option>
        ))}
      </Select>
    </section>
  )
}

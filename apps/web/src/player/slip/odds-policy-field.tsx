import { useId } from 'react'
import { PLAYER_SETTINGS } from '@mupiira/domain/identity/player-settings.ts'
import { ODDS_POLICIES, type OddsPolicy } from '@mupiira/domain/odds/odds-policy.ts'
import { ChevronDown } from '../../shared/ui/icons.tsx'

const { choices, label } = PLAYER_SETTINGS.odds_policy

type OddsPolicyFieldProps = { readonly policy: OddsPolicy; readonly onChoose: (policy: OddsPolicy) => void }

/** One line with the current choice, which opens the three options (INP-07). */
export function OddsPolicyField({ policy, onChoose }: OddsPolicyFieldProps) {
  const name = useId()
  return (
    <details className="group text-14">
      <summary className="flex min-h-11 list-none items-center gap-1.5">
        <span className="min-w-0 flex-1 truncate">{`${label}: ${choices[policy]}`}</span>
        <ChevronDown className="size-4 shrink-0 text-muted" />
      </summary>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {ODDS_POLICIES.map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-2">
            <input type="radio" name={name} checked={each === policy} onChange={() => onChoose(each)} />
            <span>{choices[each]}</span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

import { useId } from 'react'

type PercentSliderProps = {
  readonly label: string
  readonly percent: number
  readonly stepPercent: number
  readonly disabled?: boolean
  /** The id of the text that explains the choice. */
  readonly describedBy?: string
  readonly onChange: (percent: number) => void
}

/** A percentage of the stake left. */
export function PercentSlider({ label, percent, stepPercent, disabled, describedBy, onChange }: PercentSliderProps) {
  const id = useId()
  return (
    <div>
      <div className="flex justify-between gap-3 text-14">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <span className="font-bold tabular">{percent} %</span>
      </div>
      <input
        id={id}
        type="range"
        min={stepPercent}
        max={100}
        step={stepPercent}
        value={percent}
        disabled={disabled}
        aria-valuetext={`${percent} %`}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-11 w-full accent-gold"
      />
    </div>
  )
}

import { type ReactNode, useId } from 'react'

type SwitchRowProps = {
  readonly icon?: ReactNode
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly hint?: ReactNode
  readonly children: ReactNode
}

export function SwitchRow({ icon, isOn, onSwitch, hint, children }: SwitchRowProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={id}
      aria-describedby={hint ? `${id}-hint` : undefined}
      onClick={() => onSwitch(!isOn)}
      className="flex min-h-12 items-center gap-3 rounded-card border border-line bg-raised px-3 py-2.5 text-14"
    >
      {icon}
      <span className="flex-1 text-left">
        <span id={id}>{children}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-12 text-muted">
            {hint}
          </span>
        )}
      </span>
      <b className={isOn ? 'text-up' : 'text-muted'}>{isOn ? 'On' : 'Off'}</b>
    </button>
  )
}

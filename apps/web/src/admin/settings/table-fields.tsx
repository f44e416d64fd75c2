import type { ReactNode } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { cellsOf, withCell } from './setting-tables.ts'

type TableProps = {
  readonly label: string
  readonly hint: ReactNode
  readonly settingKey: string
  /** The stored JSON. */
  readonly value: string
  readonly initial: string
  readonly unit: string | null
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A setting with several values: one field per value with its default. */
export function TableFields({ label, hint, settingKey, value, initial, unit, error, onChange }: TableProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-14 font-bold">{label}</legend>
      <p className="pb-2 text-12 text-muted">{hint}</p>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {cellsOf(settingKey, value, initial).map((cell) => (
          <Field
            key={cell.id}
            label={cell.name}
            hint={`Default ${cell.initial}${unit === null ? '' : ` ${unit}`}`}
            inputMode={cell.isNumber ? 'decimal' : 'text'}
            autoComplete="off"
            spellCheck={false}
            value={cell.text}
            suffix={unit}
            onChange={(event) => onChange(withCell(value, cell, event.target.value))}
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="pt-1 text-14 text-down">
          {error}
        </p>
      )}
    </fieldset>
  )
}

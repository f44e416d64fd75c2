import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { findDistrict, searchDistricts } from '@mupiira/domain/identity/districts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Field } from '../../shared/ui/field.tsx'
import { ChevronDown } from '../../shared/ui/icons.tsx'

type DistrictFieldProps = {
  readonly error: string | undefined
  /** Called when a district is chosen from the list, because a choice triggers no input event. */
  readonly onChoose: (district: string) => void
}

/** An autocomplete field for districts. A tap, or the arrow keys and Enter, choose a district. */
export function DistrictField({ error, onChoose }: DistrictFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // After a choice, the list shows all districts again.
  const found = searchDistricts(findDistrict(typed) === undefined ? typed : '')
  const chosen = found[active]
  const show = (): void => {
    setActive(-1)
    setOpen(true)
  }
  const choose = (district: string): void => {
    setTyped(district)
    setOpen(false)
    onChoose(district)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) show()
      if (found.length > 0) setActive((Math.max(active + step, -1) + found.length) % found.length)
    }
    if (event.key === 'Enter' && isOpen && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    }
    if (event.key === 'Escape') setOpen(false)
  }
  return (
    <div className="relative">
      <Field
        ref={input}
        label="District"
        name="location"
        role="combobox"
        placeholder="Select your district"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && chosen !== undefined ? `${listId}-${active}` : undefined}
        value={typed}
        error={error}
        suffix={<ChevronDown className="pointer-events-none size-5" />}
        onClick={() => {
          input.current?.select()
          show()
        }}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(-1)
          setOpen(findDistrict(target.value) === undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false)
          setTyped(findDistrict(typed) ?? typed)
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Names"
        // The field keeps the focus while the list is scrolled or tapped.
        onMouseDown={(event) => event.preventDefault()}
        className={classes(
          'absolute inset-x-0 top-19 z-20 max-h-56 overflow-y-auto rounded-card border border-line bg-raised py-1',
          !isOpen && 'hidden',
        )}
      >
        {isOpen &&
          found.map((district, at) => (
            <Option
              key={district}
              id={`${listId}-${at}`}
              district={district}
              isActive={at === active}
              onChoose={() => choose(district)}
            />
          ))}
        {isOpen && found.length === 0 && <p className="px-3 py-2 text-14 text-muted">No district has this name.</p>}
      </div>
    </div>
  )
}

type OptionProps = {
  readonly id: string
  readonly district: string
  readonly isActive: boolean
  readonly onChoose: () => void
}

const Option = ({ id, district, isActive, onChoose }: OptionProps) => (
  <div
    id={id}
    // An arrow key can reach an option outside the visible part of the list.
    ref={(option) => {
      if (isActive) option?.scrollIntoView({ block: 'nearest' })
    }}
    role="option"
    aria-selected={isActive}
    onClick={onChoose}
    className={classes('flex min-h-11 cursor-pointer items-center px-3 text-14 hover:bg-tint', isActive && 'bg-tint')}
  >
    {district}
  </div>
)

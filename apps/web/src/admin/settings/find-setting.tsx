import { Field } from '../../shared/ui/field.tsx'
import type { SettingGroup } from './setting-groups.ts'

type FindProps = {
  readonly searchText: string
  readonly onSearchText: (text: string) => void
  readonly groups: readonly SettingGroup[]
}

/** The search for a setting. It is outside the form, so that Enter does not save. */
export function FindSetting({ searchText, onSearchText, groups }: FindProps) {
  const count = groups.reduce((sum, { settings }) => sum + settings.length, 0)
  return (
    <div className="flex flex-col gap-2">
      <div role="search" className="md:max-w-120">
        <Field
          label="Find a setting"
          type="search"
          autoComplete="off"
          maxLength={60}
          value={searchText}
          onChange={(event) => onSearchText(event.target.value)}
        />
        <p role="status" className="min-h-5 pt-1 text-12 text-muted">
          {searchText.trim() === '' ? '' : `${count} found`}
        </p>
      </div>
      <nav aria-label="Groups of settings" className="no-scrollbar flex gap-2 overflow-x-auto md:flex-wrap">
        {groups.map(({ id, title }) => (
          <a
            key={id}
            href={`#settings-${id}`}
            className="inline-flex min-h-11 shrink-0 items-center rounded-card border border-line bg-raised px-3 text-14"
          >
            {title}
          </a>
        ))}
      </nav>
    </div>
  )
}

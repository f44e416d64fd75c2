import { classes } from '../shared/ui/classes.ts'
import { chooseTheme, usePreferences, type Theme } from './preferences.ts'

const THEMES: readonly { readonly id: Theme; readonly name: string }[] = [
  { id: 'system', name: 'System' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
]

/** Chooses the theme: the system's, light or dark, stored on this device. */
export function ThemeSwitch() {
  const theme = usePreferences((state) => state.theme)
  return (
    <fieldset>
      <legend className="pb-1 text-12 font-bold text-muted">Theme</legend>
      <div className="flex rounded-card border border-line">
        {THEMES.map(({ id, name }) => (
          <label
            key={id}
            className={classes(
              'flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-card text-14 focus-within:outline-2 focus-within:outline-ink',
              theme === id && 'bg-ink font-bold text-paper',
            )}
          >
            <input
              type="radio"
              name="theme"
              checked={theme === id}
              onChange={() => chooseTheme(id)}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { create } from 'zustand'
import { deviceStorage } from '../shared/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'mupiira.theme'
const MUTED_KEY = 'mupiira.muted'
/** public/boot.js also reads this key, so that content does not move after the first paint. */
const COLLAPSED_KEY = 'mupiira.collapsed'
const KEYS: readonly (string | null)[] = [THEME_KEY, MUTED_KEY, COLLAPSED_KEY, null]

type Preferences = {
  readonly theme: Theme
  readonly muted: boolean
  /** The keys of leagues whose games are hidden on the home page; null until read. */
  readonly collapsed: readonly string[] | null
}

export const usePreferences = create<Preferences>(() => ({ theme: 'system', muted: false, collapsed: null }))

/**
 * Reads stored preferences and follows changes by other tabs. Returns a function that removes the listener. Called
 * after the first render, which must match the server's.
 */
export function loadPreferences(): () => void {
  readStored()
  const onStorage = ({ key }: StorageEvent) => {
    if (!KEYS.includes(key)) return
    readStored()
    showTheme(usePreferences.getState().theme)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function readStored(): void {
  const theme = deviceStorage.read(THEME_KEY)
  usePreferences.setState({
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    muted: deviceStorage.read(MUTED_KEY) === 'true',
    collapsed: deviceStorage.read(COLLAPSED_KEY)?.split('\n') ?? [],
  })
}

export function chooseTheme(theme: Theme): void {
  usePreferences.setState({ theme })
  if (theme === 'system') deviceStorage.remove(THEME_KEY)
  else deviceStorage.write(THEME_KEY, theme)
  showTheme(theme)
}

function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function setMuted(muted: boolean): void {
  usePreferences.setState({ muted })
  deviceStorage.write(MUTED_KEY, String(muted))
}

export function toggleCollapsed(league: string): void {
  const collapsed = usePreferences.getState().collapsed ?? []
  const isCollapsed = collapsed.includes(league)
  const next = isCollapsed ? collapsed.filter((each) => each !== league) : [...collapsed, league]
  usePreferences.setState({ collapsed: next })
  if (next.length === 0) deviceStorage.remove(COLLAPSED_KEY)
  else deviceStorage.write(COLLAPSED_KEY, next.join('\n'))
}

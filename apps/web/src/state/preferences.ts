import { create } from 'zustand'
import { deviceStorage } from '../shared/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'mupiira.theme'
const MUTED_KEY = 'mupiira.muted'

type Preferences = { readonly theme: Theme; readonly muted: boolean }

export const usePreferences = create<Preferences>(() => ({ theme: 'system', muted: false }))

/**
 * Reads stored preferences and follows changes by other tabs. Returns a function that stops it. Called after the first
 * render, which must match the server's.
 */
export function loadPreferences(): () => void {
  readStored()
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== THEME_KEY && key !== MUTED_KEY && key !== null) return
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

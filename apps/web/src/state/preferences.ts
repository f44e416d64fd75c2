import { create } from 'zustand'
import { deviceStorage } from '../shared/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'mupiira.theme'
const MUTED_KEY = 'mupiira.muted'

type Preferences = { readonly theme: Theme; readonly muted: boolean }

export const usePreferences = create<Preferences>(() => ({ theme: 'system', muted: false }))

/** Reads what the device keeps; called after the first render, which must equal the server's. */
export function loadPreferences(): void {
  const theme = deviceStorage.read(THEME_KEY)
  usePreferences.setState({
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    muted: deviceStorage.read(MUTED_KEY) === 'true',
  })
}

export function chooseTheme(theme: Theme): void {
  usePreferences.setState({ theme })
  if (theme === 'system') {
    deviceStorage.remove(THEME_KEY)
    delete document.documentElement.dataset['theme']
  } else {
    deviceStorage.write(THEME_KEY, theme)
    document.documentElement.dataset['theme'] = theme
  }
}

export function setMuted(muted: boolean): void {
  usePreferences.setState({ muted })
  deviceStorage.write(MUTED_KEY, String(muted))
}

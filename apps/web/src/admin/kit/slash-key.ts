import { useEffect } from 'react'
import { create } from 'zustand'
import { deviceStorage } from '../../shared/storage.ts'

const KEY = 'mupiira.console.slash'

const useStored = create<{ readonly isOn: boolean }>(() => ({ isOn: true }))

/**
 * Whether "/" opens the search, and how to change it. It can be switched off, because speech input may type a single
 * character by mistake (WCAG 2.1.4). The server cannot read this browser's choice, so it is read after mounting.
 */
export function useSlashKey(): readonly [boolean, (isOn: boolean) => void] {
  const { isOn } = useStored()
  useEffect(() => useStored.setState({ isOn: deviceStorage.read(KEY) !== 'off' }), [])
  const choose = (next: boolean) => {
    if (next) deviceStorage.remove(KEY)
    else deviceStorage.write(KEY, 'off')
    useStored.setState({ isOn: next })
  }
  return [isOn, choose]
}

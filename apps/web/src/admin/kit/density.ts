import { useEffect } from 'react'
import { create } from 'zustand'
import { deviceStorage } from '../../shared/storage.ts'

/** The height of the rows of all tables, stored in this browser. */
export const DENSITIES = { comfortable: 'Comfortable', compact: 'Compact' } as const
export type Density = keyof typeof DENSITIES

const KEY = 'mupiira.console.density'

const useStored = create<{ readonly density: Density }>(() => ({ density: 'comfortable' }))

/** The density, and how to change it. The server cannot read this browser's choice, so it is read after mounting. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const { density } = useStored()
  useEffect(() => {
    useStored.setState({ density: deviceStorage.read(KEY) === 'compact' ? 'compact' : 'comfortable' })
  }, [])
  const choose = (next: Density) => {
    deviceStorage.write(KEY, next)
    useStored.setState({ density: next })
  }
  return [density, choose]
}

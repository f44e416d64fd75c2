import { deviceStorage, tabStorage } from '../shared/storage.ts'

/** The key exists while the player stays logged in on this device. */
const STORED_KEY = 'mupiira.keeps'

/** The storage for a player's data: the device if the player stays logged in, else this tab. */
export const ownStorage = {
  read: (key: string): string | null => tabStorage.read(key) ?? deviceStorage.read(key),
  write(key: string, value: string): void {
    const isStored = deviceStorage.read(STORED_KEY) !== null
    const [chosen, other] = isStored ? [deviceStorage, tabStorage] : [tabStorage, deviceStorage]
    other.remove(key)
    chosen.write(key, value)
  },
  remove(key: string): void {
    deviceStorage.remove(key)
    tabStorage.remove(key)
  },
  /** Called at the start of a session. Before this call, nothing is stored. */
  keep(isStored: boolean): void {
    if (isStored) deviceStorage.write(STORED_KEY, '1')
    else deviceStorage.remove(STORED_KEY)
  },
}

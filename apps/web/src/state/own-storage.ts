import { deviceStorage, tabStorage } from '../shared/storage.ts'

/** There while the session is one that the device keeps (AUTH-14). */
const STORED_KEY = 'mupiira.keeps'

/**
 * Where lies what belongs to a player: on the device while he wished to stay logged in there, else in this tab, and gone
 * with it.
 */
export const ownStorage = {
  read: (key: string): string | null => tabStorage.read(key) ?? deviceStorage.read(key),
  write(key: string, value: string): void {
    const isStored = deviceStorage.read(STORED_KEY) !== null
    const [place, other] = isStored ? [deviceStorage, tabStorage] : [tabStorage, deviceStorage]
    other.remove(key)
    place.write(key, value)
  },
  remove(key: string): void {
    deviceStorage.remove(key)
    tabStorage.remove(key)
  },
  /** Said when a session begins; a session of which nothing was said is not kept. */
  keep(isStored: boolean): void {
    if (isStored) deviceStorage.write(STORED_KEY, '1')
    else deviceStorage.remove(STORED_KEY)
  },
}

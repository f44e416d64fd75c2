import { useEffect } from 'react'
import { useApi } from '../../shared/api/queries.ts'

/** APP-22: tests the connection by counting the rows of the settings. */
export function ConnectionCheck() {
  const { data, error } = useApi('GET /api/admin/settings', {}, { staleMs: 0 })
  const rows = data?.items.length
  useEffect(() => {
    if (rows !== undefined) console.info(`connected: ${rows} settings`)
  }, [rows])
  useEffect(() => {
    if (error !== null) console.warn('the settings could not be counted', error)
  }, [error])
  return null
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsQuery } from '../kit/list-queries.ts'

/** Tests the connection by counting the settings (APP-22). */
export function ConnectionCheck() {
  const { data, error } = useQuery(settingsQuery)
  const rows = data?.items.length
  useEffect(() => {
    if (rows !== undefined) console.info(`connected to the server, ${rows} settings`)
  }, [rows])
  useEffect(() => {
    if (error !== null) console.warn('the settings could not be counted', error)
  }, [error])
  return null
}

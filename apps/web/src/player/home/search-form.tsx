import type { FormEvent } from 'react'
import type { GamesFilter } from '@mupiira/contract/game-lists.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { SEARCH_FIELD, useTypedSearch } from './typed-search.ts'

type SearchFormProps = { readonly filter: GamesFilter; readonly onClosed: () => void }

export function SearchForm({ filter, onClosed }: SearchFormProps) {
  const { typed, type, search } = useTypedSearch(filter, true)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    search(typed)
  }
  return (
    <Form role="search" onSubmit={onSubmit} className="flex gap-2 pt-2.5 pb-2 tall:pt-0.5">
      <input
        {...SEARCH_FIELD}
        autoFocus
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="min-h-11 min-w-0 flex-1 rounded-card border border-line bg-raised px-3 text-16 [&::-webkit-search-cancel-button]:hidden"
      />
      <Button type="submit">Go</Button>
      <Button
        variant="secondary"
        onClick={() => {
          type('')
          search('')
          onClosed()
        }}
      >
        Clear
      </Button>
    </Form>
  )
}

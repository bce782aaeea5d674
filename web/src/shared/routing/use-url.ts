import { useSearchParams } from 'react-router-dom';

/** A parameter of the page's address, and how to change it; null takes it away. The page stays where it is. */
export function useUrlParam(name: string): [value: string | null, change: (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const change = (value: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name), change];
}

/** The order of a list, in the address as `?sort=`; the first one where it names none of them. */
export function useSort<Sort extends string>(first: Sort, sorts: readonly Sort[]): [Sort, (sort: Sort) => void] {
  const [asked, change] = useUrlParam('sort');
  return [sorts.find((sort) => sort === asked) ?? first, (sort) => change(sort === first ? null : sort)];
}

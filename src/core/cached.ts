/** Returns a function that computes its result once for each object. */
export function cached<K extends object, V extends object>(compute: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key);
      results.set(key, result);
    }
    return result;
  };
}

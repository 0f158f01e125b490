import { useState } from 'react';

/** A switch that is stored in this browser, and a function that changes it. */
export function useStoredSwitch(
  key: string,
  initial: () => boolean,
): readonly [isOn: boolean, change: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    const storedValue = localStorage.getItem(key);
    return storedValue === null ? initial() : storedValue === 'on';
  });
  function change(next: boolean) {
    localStorage.setItem(key, next ? 'on' : 'off');
    setIsOn(next);
  }
  return [isOn, change];
}

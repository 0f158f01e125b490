import { useState } from 'react';

/** Stored in this browser: whether a person wants the chart. */
const switchKey = 'rampart.alert-chart';
/** Below it the chart would push the alerts off the screen. */
const roomyPage = '(min-width: 821px)';

/** Whether the list shows its chart, and a function that switches it; the choice is remembered. */
export function useChartSwitch(): readonly [isOn: boolean, toggle: () => void] {
  const [isOn, setIsOn] = useState(() => {
    const stored = localStorage.getItem(switchKey);
    return stored === null ? matchMedia(roomyPage).matches : stored === 'on';
  });
  function toggle() {
    localStorage.setItem(switchKey, isOn ? 'off' : 'on');
    setIsOn(!isOn);
  }
  return [isOn, toggle];
}

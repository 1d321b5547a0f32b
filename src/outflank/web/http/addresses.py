"""Where requests come from."""

import ipaddress


def is_this_machine(address: str) -> bool:
    """Whether an address is for this machine alone.

    >>> is_this_machine("127.0.0.1"), is_this_machine("[::1]"), is_this_machine("192.0.2.7")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """Who is counted as one: an address, or the whole network of IPv6 that one person has.

    >>> network_of("192.0.2.7")
    '192.0.2.7'
    >>> network_of("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    """
    if ":" not in address or address.startswith("::"):
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:  # what a proxy wrote, such as an address with a port
        return address

"""Network addresses of requests."""

import ipaddress


def is_this_machine(address: str) -> bool:
    """Return True for an address that only this machine can reach.

    >>> is_this_machine("127.0.0.1"), is_this_machine("[::1]"), is_this_machine("192.0.2.7")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """Return the address to which limits apply: for IPv6 the whole /64 network.

    >>> network_of("192.0.2.7")
    '192.0.2.7'
    >>> network_of("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    """
    if ":" not in address or address.startswith("::"):
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:  # written by a proxy, such as an address with a port
        return address

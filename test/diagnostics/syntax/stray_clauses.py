def f(n):
    else:
        x = 1
    elif n:
        x = 2
    except:
        pass
    return n
